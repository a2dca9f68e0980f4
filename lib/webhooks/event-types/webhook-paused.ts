/** `webhook.paused`: sent to the owner's other webhooks. */
import { WebhookPaused } from "#lib/protocol/wire/webhook.ts";
import { caused } from "./event-type.ts";

export const WEBHOOK_PAUSED = caused({
  type: "webhook.paused",
  description: "Another webhook of yours was paused, not by you.",
  schema: WebhookPaused,
  sample: {
    webhook_id: "whk_0123456789abcdef01234567",
    name: "Orders",
    origin: "https://hooks.example",
    reason: "failures",
    delivery_id: "wh_evt_0123456789abcdef01234567",
    last_error: "HTTP 500",
    note: null,
    paused_at: "2026-01-01T00:00:00.000Z",
  },
});
