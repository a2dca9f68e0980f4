/** Webhooks and the events that their domains append for them, in the transaction of the cause. */
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
  text,
} from "drizzle-orm/pg-core";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import {
  type PauseReason,
  RECEIVER_STOPS,
  WEBHOOK_FORMATS,
  WEBHOOK_STATUSES,
  type WebhookEventType,
} from "#lib/protocol/webhooks.ts";
import { users } from "./users.ts";

/** Unix milliseconds. */
const time = (name: string) => bigint(name, { mode: "number" });

export type WebhookFilter = {
  assets?: string[];
  /** Symbols of the venue's markets. */
  markets?: string[];
  /** Wallets of the owner, base58. */
  accounts?: string[];
  min_conviction?: number;
};

/** A header of the owner's: its value is encrypted for the webhook, the origin of its URL, and the name. */
export type WebhookHeader = {
  name: string;
  encrypted: string;
  /** When the value was set, Unix milliseconds. */
  at: number;
};

/** Why and since when a webhook is paused. */
export type WebhookPause = {
  reason: PauseReason;
  /** Unix milliseconds. */
  at: number;
  /** The delivery that died, where that is the reason. */
  delivery_id: string | null;
  last_error: string | null;
  /** The operator's reason, for a pause by the operator. */
  note?: string;
  /** The pause that the operator's took the place of: it is back after the operator resumed the webhook. */
  before?: WebhookPause;
};

export const webhooks = pgTable(
  "webhooks",
  {
    /** `whk_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    url: text().notNull(),
    /** What the owner calls it; null: nothing. */
    name: text(),
    format: text({ enum: WEBHOOK_FORMATS }).notNull().default("json"),
    headers: jsonb().$type<WebhookHeader[]>().notNull().default([]),
    receiverMayStop: text("receiver_may_stop", { enum: RECEIVER_STOPS })
      .notNull()
      .default("header"),
    events: jsonb().$type<WebhookEventType[]>().notNull(),
    filter: jsonb().$type<WebhookFilter>().notNull(),
    status: text({ enum: WEBHOOK_STATUSES }).notNull(),
    pause: jsonb().$type<WebhookPause>(),
    maxPerSecond: integer("max_per_second").notNull(),
    /** Language of the page that registered it, for mails and messages; null: a program without one. */
    locale: text({ enum: MAIL_LOCALES }),
    /** Unix milliseconds: events from before are not delivered. */
    createdAt: time("created_at").notNull(),
  },
  (table) => [index().on(table.userId)],
);

export const webhookEvents = pgTable(
  "webhook_events",
  {
    position: bigserial({ mode: "number" }).primaryKey(),
    type: text().$type<WebhookEventType>().notNull(),
    /** Null: the event concerns everybody. */
    userId: text("user_id").references(() => users.id),
    /** SHA-256 of type, subject and version, hex. */
    dedupKey: char("dedup_key", { length: 64 }).notNull().unique(),
    /** Unix milliseconds; events of one transaction differ. */
    createdAt: time("created_at").notNull(),
    /** JSON as it is sent: every attempt has the same bytes. */
    data: text().notNull(),
    /** What the filters of webhooks look at; null: the event has none. */
    assets: jsonb().$type<string[]>(),
    markets: jsonb().$type<string[]>(),
    /** The wallet that it concerns, base58. */
    account: text(),
    conviction: doublePrecision(),
    /** The webhook that the event is about, which does not get it. */
    about: text(),
    isFannedOut: boolean("is_fanned_out").notNull().default(false),
  },
  (table) => [
    index("webhook_events_waiting").on(table.position).where(sql`not is_fanned_out`),
    index("webhook_events_of_account").on(table.userId, table.createdAt),
    index("webhook_events_by_age").using("brin", table.createdAt),
  ],
);
