/** Which entries of the audit log become security notices, and what they say. */

import type { SecurityFacts, SecurityKind } from "#lib/protocol/security-notices.ts";
import type { AuditAction } from "./audit-actions.ts";
import type { AuditEntry } from "./audit-entry.ts";

type Details = NonNullable<AuditEntry["details"]>;
type Said = { kind: SecurityKind; name: string; before?: string; rights?: string };
type Text = (name: string) => string;

/** By the action of an entry. The others are no news of this kind. */
const NOTICES: Partial<Record<AuditAction, (text: Text, details: Details) => Said | undefined>> = {
  "session.opened": (text, { newBrowser }) =>
    newBrowser === true ? { kind: "session_opened", name: text("kind") } : undefined,
  "identity.linked": (text) => ({ kind: "identity_linked", name: text("label") }),
  "identity.unlinked": (text) => ({ kind: "identity_unlinked", name: text("label") }),
  "mcp_key.created": (text, details) => ({
    kind: "mcp_key_created",
    name: text("name"),
    rights: rightsIn(details),
  }),
  "mcp_key.rotated": (text, details) => ({
    kind: "mcp_key_rotated",
    name: text("name"),
    rights: rightsIn(details),
  }),
  "bot_key.created": (text, details) => ({
    kind: "bot_key_created",
    name: text("name"),
    rights: rightsIn(details),
  }),
  "oauth_grant.created": appConnected,
  "oauth_grant.extended": appConnected,
  "oauth_grant.token_replayed": (text) => ({ kind: "app_token_reused", name: text("name") }),
  "assistants.paused": () => ({ kind: "assistants_paused", name: "" }),
  "assistants.resumed": () => ({ kind: "assistants_resumed", name: "" }),
  "proposal_limits.set": (text) => ({
    kind: "proposal_limits_set",
    name: text("name"),
    before: text("before"),
    rights: text("limits"),
  }),
  "proposal_limits.default_set": (text) => ({
    kind: "default_limits_set",
    name: "",
    before: text("before"),
    rights: text("limits"),
  }),
  "push_browser.added": (text) => ({ kind: "push_browser_added", name: text("label") }),
  "trading_key.registered": (text) => ({
    kind: "trading_key_registered",
    name: text("label"),
    rights: text("signer"),
  }),
  "partner.payout_address_set": (text) => ({
    kind: "payout_wallet_changed",
    name: text("address"),
    before: text("before"),
  }),
  "withdrawal.requested": (text) => ({ kind: "withdrawal_requested", name: text("amount") }),
  "account.deleted": () => ({ kind: "account_deleted", name: "" }),
};

/** `undefined` for an entry that needs no notice. */
export function securityNoticeOf({
  action,
  client,
  details = {},
}: AuditEntry): { kind: SecurityKind; facts: SecurityFacts } | undefined {
  const said = NOTICES[action]?.((name) => String(details[name] ?? ""), details);
  if (said === undefined) return undefined;
  const { kind, name, before = "", rights = "" } = said;
  const { address = "", agent = "" } = client ?? {};
  return { kind, facts: { name, before, rights, address, agent } };
}

function appConnected(text: Text): Said {
  return { kind: "app_connected", name: text("name"), rights: text("scopes") };
}

/** The permissions of a key are the details that are true. */
function rightsIn(details: Details): string {
  const named = Object.entries(details).filter(([, value]) => value === true);
  return named.map(([name]) => name).join(", ");
}
