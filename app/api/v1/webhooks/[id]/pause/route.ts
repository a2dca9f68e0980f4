import { Webhook } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";
import { pauseByHand } from "#lib/webhooks/manage/webhooks.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Pauses a webhook: no attempt begins, and events wait.",
    params: WebhookParams,
    response: Webhook,
  },
  pauseByHand,
);
