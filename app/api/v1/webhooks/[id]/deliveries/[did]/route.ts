import { WebhookDelivery } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { readDelivery } from "#lib/webhooks/manage/read-deliveries.ts";
import { DeliveryParams } from "#lib/webhooks/manage/replay.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Reads a delivery with its body and every attempt.",
    params: DeliveryParams,
    response: WebhookDelivery,
  },
  readDelivery,
);
