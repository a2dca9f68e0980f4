/** The secrets of webhooks, and each delivery with its attempts. Secrets are encrypted. */
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  char,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { webhooks } from "#lib/platform/schema/events.ts";
import {
  ATTEMPT_FAILURES,
  type AttemptPhases,
  DELIVERY_STATES,
  type WebhookEventType,
} from "#lib/protocol/webhooks.ts";

/** Unix milliseconds. */
const time = (name: string) => bigint(name, { mode: "number" });

/** The hot row of a webhook: claims lock it, and nothing else waits for it. */
export const webhookLanes = pgTable(
  "webhook_lanes",
  {
    webhookId: text("webhook_id")
      .primaryKey()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** False while the webhook is paused: no attempt begins. */
    isOpen: boolean("is_open").notNull(),
    /** Never later than the earliest work; null: there is none. */
    dueAt: time("due_at"),
    /** How many deliveries may begin now, and since when that was counted: a token bucket. */
    tokens: doublePrecision().notNull(),
    filledAt: time("filled_at").notNull(),
    /** True after a timeout: fewer deliveries at a time. */
    isSlow: boolean("is_slow").notNull().default(false),
    /** False until an attempt ended since the registration, or since it was resumed: one delivery at a time. */
    isTried: boolean("is_tried").notNull().default(false),
    /** Before this moment there is no room for another attempt, unless one ends. */
    freeAt: time("free_at").notNull().default(0),
    /** How many more deliveries of events may be made, as of the last count of those that wait, Unix milliseconds. */
    room: integer().notNull().default(0),
    countedAt: time("counted_at").notNull().default(0),
    /** Events that made no delivery because too many waited: how many, and when the first and the last were created. */
    skipped: integer().notNull().default(0),
    skippedFrom: time("skipped_from"),
    skippedTo: time("skipped_to"),
  },
  (table) => [
    index("webhook_lanes_due")
      .on(sql`greatest(due_at, free_at)`, table.webhookId)
      .where(sql`is_open and due_at is not null`),
  ],
);

export const webhookSecrets = pgTable(
  "webhook_secrets",
  {
    /** `whs_…` */
    id: text().primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    encrypted: text().notNull(),
    createdAt: time("created_at").notNull(),
    /** Unix milliseconds; null: it stays. */
    retiresAt: time("retires_at"),
  },
  (table) => [index().on(table.webhookId)],
);

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    /**
     * `wh_evt_…`, sent in the body and in X-Svc-Delivery-Id. It follows from webhook and event, so that an event has one delivery to a
     * webhook; those of replays and tests are random.
     */
    id: text().primaryKey(),
    position: bigserial({ mode: "number" }).notNull(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    type: text().$type<WebhookEventType>().notNull(),
    dedupKey: char("dedup_key", { length: 64 }).notNull(),
    /** Time of the event, also in replays. */
    eventAt: time("event_at").notNull(),
    data: text().notNull(),
    /** False for tests: they pass every filter and never pause the webhook. */
    isLive: boolean("is_live").notNull(),
    /** The delivery that this one repeats. */
    replayOf: text("replay_of"),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** Number of the last attempt that began, 0 before the first. */
    attempt: integer().notNull(),
    /** When the next attempt may begin; null in a final state. */
    dueAt: time("due_at"),
    /** While an attempt is under way: by which claim, and until when it is its own. */
    claim: text(),
    leaseUntil: time("lease_until"),
    /** Attempts in a row whose process ended. */
    lost: integer().notNull().default(0),
    createdAt: time("created_at").notNull(),
    endedAt: time("ended_at"),
  },
  (table) => [
    index("webhook_deliveries_due")
      .on(table.webhookId, table.dueAt, table.position)
      .where(sql`state = 'pending'`),
    index("webhook_deliveries_leased")
      .on(table.webhookId, table.leaseUntil)
      .where(sql`state = 'sending'`),
    index("webhook_deliveries_in_order").on(table.webhookId, table.position),
    index("webhook_deliveries_dead").on(table.webhookId, table.position).where(sql`state = 'dead'`),
    // For clean-up. Rows are in the order of their age: it costs nothing to keep.
    index("webhook_deliveries_by_age").using("brin", table.createdAt),
    index("webhook_deliveries_copies").on(table.replayOf).where(sql`replay_of is not null`),
    // One replay of a delivery at a time.
    uniqueIndex("webhook_deliveries_replays")
      .on(table.replayOf)
      .where(sql`replay_of is not null and state in ('pending', 'sending')`),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    /** Each claim of the same attempt is one run. */
    claim: text().notNull(),
    /** When it might begin, began and ended, Unix milliseconds. */
    dueAt: time("due_at").notNull(),
    startedAt: time("started_at").notNull(),
    endedAt: time("ended_at").notNull(),
    status: integer(),
    /** Null: it succeeded. */
    failure: text({ enum: ATTEMPT_FAILURES }),
    /** The beginning of the response's body, as text. */
    response: text(),
    /** The one that it connected to. */
    address: text(),
    phases: jsonb().$type<AttemptPhases>(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number, table.claim] })],
);
