/** Keys that machines use on a person's behalf, and their usage. Only a hash of an MCP key's secret is stored. */
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import { KEY_TIERS } from "#lib/protocol/key-state.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The columns of every key except its secret. A function, because a Drizzle column belongs to one table. */
const commonColumns = () => ({
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  name: text().notNull(),
  createdAt: moment("created_at").notNull(),
  revokedAt: moment("revoked_at"),
  tier: text({ enum: KEY_TIERS }).notNull().default("default"),
  /** Addresses and networks in canonical form; empty: from anywhere. */
  allowlist: jsonb().$type<string[]>().notNull().default([]),
  /** The three are written together, some seconds late. */
  lastUsedAt: moment("last_used_at"),
  lastUsedAddress: text("last_used_address"),
  lastUsedAgent: text("last_used_agent"),
  /** Where the key was last sent although that endpoint does not accept its kind. */
  wrongDoorAt: moment("wrong_door_at"),
  wrongDoorPath: text("wrong_door_path"),
  wrongDoorCount: integer("wrong_door_count").notNull().default(0),
});

export const mcpKeys = pgTable(
  "mcp_keys",
  {
    /** `mcp_…` */
    id: text().primaryKey(),
    /** SHA-256 of the secret, hex. */
    hash: text().notNull().unique(),
    /** `svc_sk_…` and the last four characters. */
    preview: text().notNull(),
    ...commonColumns(),
    expiresAt: moment("expires_at").notNull(),
    canStageOrders: boolean("can_stage_orders").notNull().default(false),
    canManageWebhooks: boolean("can_manage_webhooks").notNull().default(false),
    canReadPartner: boolean("can_read_partner").notNull().default(false),
    /** The key that this one was made to replace. */
    replaces: text(),
    /** The smallest number of days for which the owner was reminded of the expiry. */
    remindedDays: integer("reminded_days"),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

export const botKeys = pgTable(
  "bot_keys",
  {
    /** `tbk_…`, sent with each call. */
    id: text().primaryKey(),
    /** AES-256-GCM, base64 of nonce, tag and ciphertext; the id is authenticated with it. */
    encryptedSecret: text("encrypted_secret").notNull(),
    /** `tbs_…` and the last four characters. */
    preview: text().notNull(),
    /** The wallet whose account the bot reads; null when the owner had none. */
    account: text(),
    ...commonColumns(),
    canStageOrders: boolean("can_stage_orders").notNull().default(false),
    /** Null: it does not expire. */
    expiresAt: moment("expires_at"),
  },
  (table) => [index().on(table.userId)],
);

/** Nonces of signed calls, for as long as their timestamp would be accepted. */
export const botNonces = pgTable(
  "bot_nonces",
  {
    keyId: text("key_id").notNull(),
    nonce: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.nonce] }), index().on(table.expiresAt)],
);

/** Requests of a key by day (UTC) and outcome. */
export const keyUsage = pgTable(
  "key_usage",
  {
    keyId: text("key_id").notNull(),
    day: date({ mode: "string" }).notNull(),
    /** `ok`, or the code of the refusal. */
    outcome: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day, table.outcome] })],
);
