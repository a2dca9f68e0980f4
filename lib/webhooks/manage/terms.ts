/** The terms that an owner gives for a webhook. */
import { z } from "zod";
import { WEBHOOK_EVENT_TYPES, WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";

const SECRET = "it must be 16 to 256 visible ASCII characters without spaces";

/** Used as text, even if it looks like a `whsec_` secret. */
export const ChosenSecret = z.string(SECRET).regex(/^[!-~]{16,256}$/, SECRET);

const events = z
  .array(z.enum(WEBHOOK_EVENT_TYPES))
  .min(1)
  .max(WEBHOOK_EVENT_TYPES.length)
  .refine((types) => new Set(types).size === types.length, "must have no type twice")
  .describe("Which events are delivered");

const filter = z
  .strictObject({
    assets: z
      .array(z.string().regex(/^[A-Z0-9]{1,32}$/, "must be symbols such as BTC"))
      .min(1)
      .max(WEBHOOK_LIMITS.assets)
      .optional()
      .describe("Only events of these assets, and those without an asset"),
    min_conviction: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Only events of at least this conviction, and those without one"),
  })
  .describe("Narrows the events");

const maxPerSecond = z.int().min(1).max(500).describe("Most deliveries that begin in a second");

export const RegisterWebhook = z.strictObject({
  url: z.string().describe("Public https address that accepts POST"),
  events,
  secret: ChosenSecret.optional().describe(
    "Signs deliveries (HMAC-SHA256). Without it the service makes one and returns it once",
  ),
  filter: filter.default({}),
  max_per_second: maxPerSecond.default(50),
});

export const ChangeWebhook = z.strictObject({
  url: z.string().optional(),
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
