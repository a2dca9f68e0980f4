/** Pushes as notices carry them, and what a user chooses of them. Times are ISO 8601, in UTC; numbers and prices are exact decimals. */
import { z } from "zod";
import { SERVICE_LOCALES } from "#lib/protocol/enumerations.ts";
import {
  ALERT_DIRECTIONS,
  CALENDAR_KINDS,
  MAIL_KINDS,
  PUSH_CHANNELS,
  PUSH_KINDS,
  PUSH_SLOTS,
} from "#lib/protocol/market-knowledge.ts";
import { STAGED_ORDER_ACTIONS } from "#lib/protocol/staged-orders.ts";

const moment = z.iso.datetime({ precision: 3 });

/** The data of `push.calendar`. */
export const CalendarPush = z.strictObject({
  item_id: z.string(),
  slot: z
    .enum(PUSH_SLOTS)
    .describe("`day`: 24 hours before, `soon`: 30 minutes before, `number`: the number is known"),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string().describe("Written by the source: show it as text"),
  country: z.string().nullable(),
  period: z.string().nullable(),
  scheduled_at: moment,
  precision: z.string().describe("`day`: only the UTC day of `scheduled_at` is known"),
  unit: z.string().nullable(),
  forecast: z.string().nullable(),
  previous: z.string().nullable(),
  actual: z.string().nullable(),
  surprise: z.string().nullable(),
  simulated: z.int().describe("1: a sample, nothing of it happens; else 0"),
});
export type CalendarPush = z.output<typeof CalendarPush>;

/** The data of `push.market`. */
export const MarketPush = z.strictObject({
  kind: z.enum(["round_level", "price_move"]),
  market: z.string(),
  asset: z.string(),
  direction: z.enum(["up", "down"]),
  price: z.string().describe("Close of the minute"),
  closed_at: moment,
  level: z.string().nullable().describe("The level that was crossed; null for a move"),
  percent: z.string().nullable().describe("Of a move, such as `-12.34`"),
  minutes: z.int().nullable().describe("60 or 1440: the time in which it moved"),
});
export type MarketPush = z.output<typeof MarketPush>;

/** The data of `push.approval`. It has no text of the proposer's. */
export const ApprovalPush = z.strictObject({
  staged_order_id: z.string(),
  action: z
    .enum(STAGED_ORDER_ACTIONS)
    .describe("What is proposed. Notices of earlier versions lack it: they are all place"),
  side: z.enum(["BUY", "SELL"]),
  size: z.string(),
  market: z.string(),
  expires_at: moment.describe("Until then it can be approved or declined"),
  outcome: z
    .enum(["approved", "declined", "withdrawn", "expired"])
    .nullable()
    .describe("How it ended; null while it waits. Notices of earlier versions lack it"),
});
export type ApprovalPush = z.output<typeof ApprovalPush>;

/** The data of `push.alert`. */
export const AlertPush = z.strictObject({
  alert_id: z.string().describe("Id of the alert"),
  market: z.string(),
  asset: z.string().describe("The market's base asset"),
  direction: z.enum(ALERT_DIRECTIONS).describe("`above`: the mark was below the price before"),
  price: z.string().describe("The price of the alert"),
  mark: z.string().describe("The mark that reached or passed it"),
  reached_at: moment.describe("Start of the second or minute in which the mark reached it"),
  note: z.string().nullable().describe("Written by the user: show it as text"),
});
export type AlertPush = z.output<typeof AlertPush>;

const minuteOfDay = z.int().min(0).max(1_439);

export const PushChoice = z
  .strictObject({ channel: z.enum(PUSH_CHANNELS), kind: z.enum(PUSH_KINDS) })
  .meta({ id: "PushChoice" });

/** `PUT /api/v1/notifications/preferences` */
export const PushPreferences = z
  .strictObject({
    off: z
      .array(PushChoice)
      .max(PUSH_CHANNELS.length * PUSH_KINDS.length)
      .describe("What is not sent"),
    mail: z
      .array(z.enum(MAIL_KINDS))
      .max(MAIL_KINDS.length)
      .default([])
      .describe("Kinds that are also mailed to the addresses of the account"),
    locale: z.enum(SERVICE_LOCALES).default("en").describe("Language of the mails"),
    quiet: z
      .strictObject({ from: minuteOfDay, until: minuteOfDay })
      .nullable()
      .describe(
        "Minutes after midnight in `time_zone`; the span may pass midnight. Web pushes of this time are never sent. Null: none",
      ),
    time_zone: z.string().min(1).max(64).describe("IANA name, such as `Europe/Berlin`"),
  })
  .meta({ id: "PushPreferences" });
export type PushPreferences = z.output<typeof PushPreferences>;

/** `GET /api/v1/notifications/preferences` */
export const PushSettings = z.strictObject({
  preferences: PushPreferences,
  caps: z
    .strictObject({
      calendar: z.int(),
      market: z.int(),
      approval: z.int(),
      trading: z.int(),
      alert: z.int(),
    })
    .describe("Most pushes a UTC day, by type; of trading for each kind"),
  mail: z
    .enum(["possible", "no_address", "not_offered"])
    .describe("`no_address`: the account has none; `not_offered`: this installation sends no mail"),
  quiet_now: z.boolean(),
  public_key: z
    .string()
    .describe("Public key of the service for `PushManager.subscribe`, base64url"),
});
export type PushSettings = z.output<typeof PushSettings>;

/** `POST /api/v1/notifications/subscriptions`: `PushSubscription.toJSON()` of the browser, and how it reads. */
export const NewPushSubscription = z.strictObject({
  endpoint: z.string().min(1).max(2_000),
  keys: z.strictObject({
    p256dh: z
      .string()
      .regex(/^[\w-]{87}=?$/, "must be 65 bytes, base64url")
      .meta({
        examples: [
          "BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM",
        ],
      }),
    auth: z
      .string()
      .regex(/^[\w-]{22}(?:==)?$/, "must be 16 bytes, base64url")
      .meta({ examples: ["MDEyMzQ1Njc4OWFiY2RlZg"] }),
  }),
  locale: z.enum(["en", "de", "ar"]),
  time_zone: z.string().min(1).max(64),
});
export type NewPushSubscription = z.output<typeof NewPushSubscription>;

export const PushSubscriptionRecord = z
  .strictObject({
    id: z.string(),
    agent: z.string().describe("User agent of the browser"),
    service: z.string(),
    created_at: moment,
    last_sent_at: moment.nullable(),
    endpoint_hash: z
      .string()
      .describe("SHA-256 of the endpoint, hex: a browser finds itself by it"),
  })
  .meta({ id: "PushSubscriptionRecord" });
export type PushSubscriptionRecord = z.output<typeof PushSubscriptionRecord>;

/** `GET /api/v1/notifications/subscriptions` */
export const PushSubscriptionList = z.strictObject({
  results: z.array(PushSubscriptionRecord),
  most: z.int(),
});
export type PushSubscriptionList = z.output<typeof PushSubscriptionList>;

export const PushTestResult = z.strictObject({
  outcome: z.enum(["sent", "gone", "refused", "failed"]),
  status: z.int().nullable().describe("HTTP status of the push service; null without an answer"),
  local_subject: z
    .boolean()
    .describe("BASE_URL and MAIL_FROM of the service name no public host, which Apple refuses"),
});
export type PushTestResult = z.output<typeof PushTestResult>;
