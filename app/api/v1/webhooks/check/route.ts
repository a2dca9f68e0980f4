import { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { CheckWebhook, checkWebhook } from "#lib/webhooks/manage/check.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Says whether an address would be taken, and how many past events would have matched.",
    body: CheckWebhook,
    response: WebhookCheck,
  },
  checkWebhook,
);
