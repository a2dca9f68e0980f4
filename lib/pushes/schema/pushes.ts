/**
 * Pushes of the calendar, of the markets, of orders that wait for their owner and of trading, and the browsers that receive them. Times are Unix milliseconds. A key is
 * unique, so that a push exists once, however many replicas write it.
 */
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import { PUSH_KINDS, PUSH_OUTCOMES, PUSH_TYPES } from "#lib/protocol/market-knowledge.ts";

const time = (name: string) => bigint(name, { mode: "number" });
const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id);

export const pushes = pgTable(
  "pushes",
  {
    /** `psh_…` */
    id: text().primaryKey(),
    position: bigserial({ mode: "number" }).notNull(),
    /** `calendar:{item}:{slot}:{day}`, `level:{asset}:{day}`, `move:{market}:{direction}:{day}`, `approval:{order}`, `trading:{notice}` or `alert:{alert}:{firing}`. */
    key: text().notNull().unique(),
    /** The same for items of the calendar that two sources have; of a market push its key. */
    twinKey: text("twin_key").notNull().unique(),
    type: text({ enum: PUSH_TYPES }).notNull(),
    kind: text({ enum: PUSH_KINDS }).notNull(),
    /** When it was due, or when the minute closed. */
    at: time("at").notNull(),
    /** It leaves before this time, or never. */
    leavesUntil: time("leaves_until").notNull(),
    createdAt: time("created_at").notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    /** The only account that it is for; null: every account that wants it. */
    userId: text("user_id").references(() => users.id),
    /** The item of the calendar, when another time or a cancellation of it makes the push wrong; the order that waits. */
    itemId: text("item_id"),
    /** The time of the item that the push announces. */
    scheduledAt: time("scheduled_at"),
    /** Its item was moved or cancelled before everybody had the push. */
    cancelledAt: time("cancelled_at"),
    /** The last account that was looked at, in the order of ids; empty: none. */
    reached: text().notNull().default(""),
    /** When the last account was reached, or its time was over. */
    finishedAt: time("finished_at"),
  },
  (table) => [
    index().on(table.finishedAt, table.position),
    index().on(table.leavesUntil),
    index().on(table.itemId),
    index().on(table.userId),
  ],
);

/** How far the minutes of a market are judged. It moves only from where a replica read it. */
export const pushCursors = pgTable("push_cursors", {
  market: text().primaryKey(),
  /** Start of the next minute. */
  minute: time("minute").notNull(),
  /** See `lib/pushes/rules/price-levels.ts` and `price-moves.ts` beside it. */
  state: jsonb().$type<unknown>().notNull(),
});

/** How far the venue's feed of notices is read. */
export const pushVenueCursors = pgTable("push_venue_cursors", {
  /** `venue:{first address}` */
  feed: text().primaryKey(),
  /** Id of the last notice that was taken. */
  after: text().notNull(),
  updatedAt: time("updated_at").notNull(),
});

/** Pushes of a user on a UTC day: the cap. */
export const pushCounts = pgTable(
  "push_counts",
  {
    userId: owner(),
    /** `2026-05-01` */
    day: text().notNull(),
    /** The push type; of trading with the kind, `push.trading:{kind}`; of samples `push.calendar:simulated`. */
    type: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.type] }),
    index().on(table.day),
  ],
);

/** A browser that its user has opted in. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    /** `psub_…` */
    id: text().primaryKey(),
    userId: owner(),
    /** At the browser's push service. */
    endpoint: text().notNull().unique(),
    /** Public key of the browser and its authentication secret, base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    locale: text().notNull(),
    /** User agent, as far as it is kept. */
    agent: text().notNull(),
    createdAt: time("created_at").notNull(),
    lastSentAt: time("last_sent_at"),
    /** Attempts without success since the last one that was taken. */
    failures: integer().notNull(),
  },
  (table) => [index().on(table.userId)],
);

/** A push for a browser. It is claimed before it is sent, and sent once: a result that is missing stays missing. */
export const pushSends = pgTable(
  "push_sends",
  {
    pushId: text("push_id")
      .notNull()
      .references(() => pushes.id),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    claimedAt: time("claimed_at"),
    outcome: text({ enum: PUSH_OUTCOMES }),
  },
  (table) => [
    primaryKey({ columns: [table.pushId, table.subscriptionId] }),
    index().on(table.subscriptionId),
    index().on(table.claimedAt, table.pushId),
  ],
);

/** The keys with which the service identifies itself to push services; one row. */
export const pushKeys = pgTable("push_keys", {
  id: integer().primaryKey(),
  publicKey: text("public_key").notNull(),
  /** Encrypted with ENCRYPTION_SECRET. */
  privateKey: text("private_key").notNull(),
});
