/** The terms that an owner gives for a webhook. */
import { z } from "zod";
import {
  RECEIVER_STOPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_FORMATS,
  WEBHOOK_LIMITS,
} from "#lib/protocol/webhooks.ts";

const SECRET = "it must be 16 to 256 visible ASCII characters without spaces";

/** Used as text, even if it looks like a `whsec_` secret. */
export const ChosenSecret = z.string(SECRET).regex(/^[!-~]{16,256}$/, SECRET);

const events = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, "must have no type twice")
  .describe("Which events are delivered");

const list = (item: z.ZodString, most: number) =>
  z
    .array(item)
    .min(1)
    .max(most)
    .refine((items) => new Set(items).size === items.length, "must have no item twice");

const filter = z
  .strictObject({
    assets: z
      .array(z.string().regex(/^[A-Z0-9]{1,32}$/, "must be symbols such as BTC"))
      .min(1)
      .max(WEBHOOK_LIMITS.assets)
      .optional()
      .describe("Only events of these assets, and those without an asset"),
    markets: list(
      z.string().regex(/^[A-Z0-9]{1,32}$/, "must be symbols such as BTCUSDC"),
      WEBHOOK_LIMITS.markets,
    )
      .optional()
      .describe("Only events of these markets of the venue, and those without a market"),
    accounts: list(
      z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "must be wallet addresses"),
      WEBHOOK_LIMITS.accounts,
    )
      .optional()
      .describe("Only events of these wallets of yours, and those without a wallet"),
    min_conviction: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Only events of at least this conviction, and those without one"),
  })
  .describe("Narrows the events");

const maxPerSecond = z.int().min(1).max(500).describe("Most deliveries that begin in a second");

const name = z
  .string()
  .trim()
  .min(1)
  .max(WEBHOOK_LIMITS.nameCharacters)
  .refine((text) => !/\p{C}/u.test(text), "must have no control characters")
  .nullable()
  .describe("What you call it, in lists, mails and notices; null: nothing")
  .meta({ examples: ["Orders"] });

const format = z
  .enum(WEBHOOK_FORMATS)
  .describe(
    "How the body is written: json is the event; slack, discord and teams are a message for an incoming webhook of that service",
  );

const receiverMayStop = z
  .enum(RECEIVER_STOPS)
  .describe(
    "What a failing receiver may end. never: each delivery gets its seven attempts. header: `webhook-delivery` ends a delivery or pauses the webhook. header_or_410: the status 410 also pauses it",
  );

/** Checked one by one where they are stored, so that a refusal names the header and not its value. */
const headers = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string(), value)
    .describe(
      "Headers of your own by name, such as Authorization, sent with each delivery. Values are encrypted and never shown",
    )
    .meta({ examples: [{ "X-Tenant": "blue" }] });

export const RegisterWebhook = z.strictObject({
  url: z.string().describe("Public https address that accepts POST"),
  name: name.default(null),
  format: format.default("json"),
  headers: headers(z.string()).default({}),
  receiver_may_stop: receiverMayStop.default("header"),
  events,
  secret: ChosenSecret.optional().describe(
    "Signs deliveries (HMAC-SHA256). Without it the service makes one and returns it once",
  ),
  filter: filter.default({}),
  max_per_second: maxPerSecond
    .optional()
    .describe("Most deliveries that begin in a second; by default 50, and 1 for a chat service"),
});

export const ChangeWebhook = z.strictObject({
  url: z.string().optional(),
  name: name.optional(),
  format: format.optional(),
  headers: headers(z.string().nullable())
    .optional()
    .describe(
      "Sets the named headers and removes those that are null; others stay, unless the URL moves to another origin",
    ),
  receiver_may_stop: receiverMayStop.optional(),
  events: events.optional(),
  filter: filter.optional(),
  max_per_second: maxPerSecond.optional(),
});

export const WebhookParams = z.object({ id: z.string() });

export const ResumeWebhook = z.strictObject({
  replay_dead: z
    .boolean()
    .default(false)
    .describe("Also send deliveries that died since the webhook last worked"),
});

export const AddSecret = z.strictObject({
  secret: ChosenSecret.optional().describe("Without it the service makes one and returns it once"),
  overlap_hours: z
    .literal([0, 1, 24, 72, 168])
    .default(24)
    .describe("How long deliveries are signed with the earlier secrets too"),
});

export const SecretParams = z.object({ id: z.string(), sid: z.string() });
