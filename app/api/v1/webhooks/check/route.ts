import { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { CheckWebhook, checkWebhook } from "#lib/webhooks/manage/check-registration.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Checks an address, and counts past events that match",
    body: CheckWebhook,
    response: WebhookCheck,
  },
  checkWebhook,
);
