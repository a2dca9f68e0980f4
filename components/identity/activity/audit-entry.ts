/** Entries of the audit log. Times are ISO 8601, UTC. */

export type AuditEntry = {
  id: string;
  at: string;
  /** One of lib/identity/audit/audit-actions.ts. */
  action: string;
  actorKind: string;
  actorId: string | null;
  /** Id of the object of the action. */
  target: string | null;
  address: string | null;
  agent: string | null;
  details: Readonly<Record<string, string | number | boolean>>;
};

export type AuditPage = {
  entries: readonly AuditEntry[];
  /** Cursor of the page after this one. */
  next: string | null;
};

export const KINDS = [
  "account",
  "session",
  "identity",
  "mcp_key",
  "bot_key",
  "venue_key",
  "oauth_grant",
  "order",
  "assistant",
] as const;
export type Kind = (typeof KINDS)[number];

/** The group of an action: its part before the dot. */
export function kindOf(action: string): Kind | undefined {
  const [group] = action.split(".");
  if (group === "sign_in") return "session";
  if (group?.startsWith("assistant_") === true) return "assistant";
  return KINDS.find((one) => one === group);
}
