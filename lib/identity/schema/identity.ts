/** The ways in which people prove who they are, and their sessions. */
import { index, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const IDENTITY_KINDS = ["wallet", "email", "oidc"] as const;

export const identities = pgTable(
  "identities",
  {
    /** `idn_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({ enum: IDENTITY_KINDS }).notNull(),
    /** wallet: base58 public key; email: the address in lower case; oidc: issuer, `#`, sub. */
    subject: text().notNull(),
    /** What the owner reads: the public key, the address, or what the provider calls the person. */
    label: text().notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
  },
  (table) => [unique().on(table.kind, table.subject), index().on(table.userId)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** `ses_…`, in the encrypted cookie. */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** How the person signed in. */
    kind: text({ enum: [...IDENTITY_KINDS, "external"] }).notNull(),
    /** The identity that opened the session, which ends with it; null: any of that kind. */
    identityId: text("identity_id"),
    /** Base58 public key that trading verbs act for; null until a wallet is linked. */
    account: text(),
    createdAt: moment("created_at").notNull(),
    /** When an identity was last proved in this session. */
    provedAt: moment("proved_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** Written at most once a minute. */
    lastSeenAt: moment("last_seen_at").notNull(),
    address: text().notNull(),
    agent: text().notNull(),
    revokedAt: moment("revoked_at"),
  },
  (table) => [index().on(table.userId)],
);

/** Links in mails; each works once. */
export const emailTokens = pgTable("email_tokens", {
  /** SHA-256 of the token, hex. */
  hash: text().primaryKey(),
  /** The address in lower case. */
  email: text().notNull(),
  /** The session that asked to link or to prove; null: the mail signs in. */
  sessionId: text("session_id"),
  purpose: text({ enum: ["sign-in", "link", "prove"] }).notNull(),
  /** Code of the partner link that the browser had followed when it requested a sign-in mail. */
  referredBy: text("referred_by"),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

/** Sessions that were sent to the identity provider to link or to prove an identity, not to sign in. */
export const oidcErrands = pgTable(
  "oidc_errands",
  {
    sessionId: text("session_id").notNull(),
    purpose: text({ enum: ["link", "prove"] }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** SHA-256 of the `state` that the browser left with, hex; null until it has left. */
    stateHash: text("state_hash").unique(),
  },
  (table) => [index().on(table.sessionId)],
);
