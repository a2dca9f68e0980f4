/** Swaps: what users submitted, what the chain shows of them, and the points that follow. Times are Unix milliseconds. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import { DESTINATION_NETWORKS, SOLANA_NETWORKS } from "#lib/protocol/solana.ts";
import { type RoutePlan, SETTLEMENT_WAITS, SWAP_STATES } from "#lib/protocol/wire/swaps.ts";

const whole = (name: string) => bigint(name, { mode: "number" });
/** Base units of a token, or 1e-9 USD. */
const units = (name: string) => numeric(name, { precision: 38, scale: 0, mode: "bigint" });

export const swaps = pgTable(
  "swaps",
  {
    /** The transaction's signature, base58. */
    signature: text().primaryKey(),
    network: text({ enum: SOLANA_NETWORKS }).notNull(),
    /** Base58 public key. */
    wallet: text().notNull(),
    /** The user whose wallet it was; null when the wallet belongs to no user. */
    userId: text("user_id").references(() => users.id),
    status: text({ enum: SWAP_STATES }).notNull(),
    /** Code of the catalogue, or the chain's own error, of a swap that failed. */
    error: text(),
    assetIn: text("asset_in").notNull(),
    assetOut: text("asset_out").notNull(),
    /** Where the output is paid, if not on the same network: the network, and the base58 wallet there. */
    destination: text({ enum: DESTINATION_NETWORKS }),
    recipient: text(),
    /** Final transactions that ended such a swap: what the relay paid there, or paid back here. */
    payment: text(),
    refund: text(),
    waitsFor: text("waits_for", { enum: SETTLEMENT_WAITS }),
    /** When both networks were last asked about it. */
    polledAt: whole("looked_at"),
    /** Without the fee; of what landed where it landed, else of the plan. */
    unitsIn: units("units_in").notNull(),
    unitsOut: units("units_out").notNull(),
    /** Paid, in the input's token, and what it is without the discount. */
    fee: units("fee").notNull(),
    feeGross: units("fee_gross").notNull(),
    /** Venues in the order of the hops. */
    route: jsonb().$type<string[]>().notNull(),
    /** What the user accepted; null for a swap that was sent past the app. */
    plan: jsonb().$type<RoutePlan>(),
    /** The signed bytes in base64, while they may still have to be sent. */
    transaction: text(),
    /** The transaction is in no block above this height. */
    lastValidHeight: whole("last_valid_height"),
    submittedAt: whole("submitted_at"),
    /** When the same bytes are sent again. */
    resendAt: whole("resend_at"),
    /** Number of the last change on the tape; null when it was never there. */
    seq: whole("seq"),
    slot: whole("slot"),
    blockTime: whole("block_time"),
    /** 1e-9 USD; null without a price. */
    usd: units("usd"),
    /** The part of the USD that was swapped back within the protection window. */
    reversed: units("reversed"),
    endedAt: whole("ended_at"),
  },
  (table) => [
    uniqueIndex("swaps_tape").on(table.seq).where(sql`seq is not null`),
    index("swaps_of_user").on(table.userId, table.submittedAt),
    index("swaps_of_points").on(table.userId, table.blockTime).where(sql`status = 'finalized'`),
    index("swaps_confirmed").on(table.network, table.slot).where(sql`status = 'confirmed'`),
    index("swaps_settling").on(table.polledAt).where(sql`status in ('settling', 'refunding')`),
    index("swaps_to_send").on(table.resendAt).where(sql`resend_at is not null`),
  ],
);

/** How far the chain has been read. */
export const swapIntake = pgTable("swap_intake", {
  network: text({ enum: SOLANA_NETWORKS }).primaryKey(),
  genesisHash: text("genesis_hash").notNull(),
  /** Everything up to this finalized slot is read. */
  slot: whole("slot").notNull(),
});

/** One row is one change of a user's points, caused by one swap. */
export const pointEntries = pgTable(
  "point_entries",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** 1, 2, 3 … of this user. */
    seq: integer().notNull(),
    /** When the week begins: Monday, 00:00 UTC. */
    week: whole("week").notNull(),
    /** Above zero: added by a credit, taken by a reversal. */
    points: integer().notNull(),
    isReversal: boolean("is_reversal").notNull(),
    /** The swap that changed them. */
    signature: text()
      .notNull()
      .references(() => swaps.signature),
    /** After this row: all points, and those of the week. */
    balance: integer().notNull(),
    weekPoints: integer("week_points").notNull(),
    /** 1e-9 USD of the week after this row: swapped, and swapped back within the window. */
    weekUsd: units("week_usd").notNull(),
    weekReversed: units("week_reversed").notNull(),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.seq] }),
    index("point_entries_of_week").on(table.userId, table.week, table.seq),
  ],
);
