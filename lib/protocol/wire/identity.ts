/** A person's own account: sign-in methods, sessions, and the log of what happened. Times are ISO 8601, UTC. */
import { z } from "zod";

const moment = z.iso.datetime();
const count = z.int().min(0);

export const IdentityRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(["wallet", "email", "oidc"]),
  /** Base58 public key, mail address, or what the provider calls the person. */
  label: z.string(),
  createdAt: moment,
  lastUsedAt: moment,
});
export type IdentityRecord = z.output<typeof IdentityRecord>;

/** The caller's sign-in methods, and those that this service offers. */
export const IdentityList = z.strictObject({
  identities: z.array(IdentityRecord),
  ways: z.strictObject({
    email: z.boolean(),
    /** The provider's display name; null without one. */
    oidc: z.strictObject({ name: z.string() }).nullable(),
  }),
  /** Until when account changes need no further proof; null: a proof is needed first. */
  freshUntil: moment.nullable(),
});
export type IdentityList = z.output<typeof IdentityList>;

export const SessionRecord = z.strictObject({
  id: z.string(),
  /** The sign-in method. */
  kind: z.enum(["wallet", "email", "oidc", "external"]),
  address: z.string(),
  agent: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
  /** Whether it is the calling session. */
  current: z.boolean(),
});
export type SessionRecord = z.output<typeof SessionRecord>;
export const SessionList = z.strictObject({ sessions: z.array(SessionRecord) });
export type SessionList = z.output<typeof SessionList>;

/** What deleting the caller's account would erase and keep. */
export const AccountShown = z.strictObject({
  userId: z.string(),
  createdAt: moment,
  erased: z.strictObject({
    identities: count,
    /** Includes ended ones whose rows still exist. */
    sessions: count,
    /** Includes revoked and expired ones. */
    mcpKeys: count,
    botKeys: count,
    /** Includes disconnected ones. */
    connectedApps: count,
    assistantNotes: count,
    /** Orders that machines proposed, and notices of the inbox. */
    stagedOrders: count,
    notices: count,
    /** Browsers that get notifications. */
    pushBrowsers: count,
    priceAlerts: count,
    /** The balance of points for swaps. */
    points: count,
    webhooks: count,
    /** Purchases of crypto by card. */
    purchases: count,
    /** Copies that this app holds; the venue's own records stay. */
    venueKeys: count,
  }),
  /** The venue's ledger, and the audit log without addresses, agents and details. */
  kept: z.tuple([z.literal("ledger"), z.literal("audit")]),
});
export type AccountShown = z.output<typeof AccountShown>;

/** What a link in a mail would do. */
export const EmailLinkPreview = z.strictObject({
  /** Shortened when the link no longer works: `a…@example.com`. */
  email: z.string(),
  /** A sign-in link that was used or has expired is known for a day, so that its reader can ask for another. */
  state: z.enum(["live", "used", "expired"]),
  /** When it was used. */
  usedAt: moment.nullable(),
  purpose: z.enum(["sign-in", "link", "prove"]),
  expiresAt: moment,
  /** Code of the partner link that the requesting browser had followed, as the browser kept it. */
  referredBy: z.string().nullable(),
});
export type EmailLinkPreview = z.output<typeof EmailLinkPreview>;

export const AuditEntry = z.strictObject({
  id: z.string(),
  at: moment,
  /** One of lib/identity/audit/audit-actions.ts. */
  action: z.string(),
  /** The actor: session, mcp_key, bot_key, operator or service. */
  actorKind: z.string(),
  actorId: z.string().nullable(),
  /** Id of the object of the action. */
  target: z.string().nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** Newest first. */
export const AuditPage = z.strictObject({
  entries: z.array(AuditEntry),
  /** The cursor of the next page; null: this is the last one. */
  next: z.string().nullable(),
});
export type AuditPage = z.output<typeof AuditPage>;
