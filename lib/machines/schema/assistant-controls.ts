/** What a user allows machines that act for them: a pause of all, limits of proposals, and a record of what each read. */
import {
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import { LIMITED_KINDS } from "#lib/protocol/proposal-limits.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id);

/** A row while the user has paused all assistants. */
export const assistantPauses = pgTable("assistant_pauses", {
  userId: owner().primaryKey(),
  pausedAt: moment("paused_at").notNull(),
});

/** What a key or an app may propose; without a row, what the row `default` says, and without that anything. */
export const proposalLimits = pgTable(
  "proposal_limits",
  {
    userId: owner(),
    kind: text({ enum: LIMITED_KINDS }).notNull(),
    /**
     * Id of the key, or the app's client id: a new connection of an app has the limits of the earlier ones. Of `default`: `all`.
     */
    proposerId: text("proposer_id").notNull(),
    /** Symbols; null: all markets. */
    markets: jsonb().$type<string[]>(),
    /** Largest notional of one proposal in USDC; null: any. */
    maxNotional: numeric("max_notional"),
    /** Largest sum of the notional of proposals in 24 hours in USDC; null: any. */
    maxDayNotional: numeric("max_day_notional"),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.proposerId] })],
);

/** What a key or a grant read, by day (UTC): how often and when last, and nothing of the content. */
export const machineReads = pgTable(
  "machine_reads",
  {
    /** Id of the key or of the grant. */
    keyId: text("key_id").notNull(),
    day: date({ mode: "string" }).notNull(),
    /** A tool, the address of a resource, or method and path of the API. */
    what: text().notNull(),
    count: integer().notNull(),
    lastAt: moment("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day, table.what] })],
);
