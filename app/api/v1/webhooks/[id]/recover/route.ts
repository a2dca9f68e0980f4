import { WebhookRecovery } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { RecoverDeliveries, recoverDeliveries } from "#lib/webhooks/manage/recover.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Sends what a receiver missed in a period, or only counts it",
    params: WebhookParams,
    body: RecoverDeliveries,
    response: WebhookRecovery,
  },
  recoverDeliveries,
);
