import { route } from "#lib/server/route.ts";
import { DeliveryParams, retryDelivery } from "#lib/webhooks/manage/replay.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Begins the next attempt of a waiting delivery now.",
    params: DeliveryParams,
  },
  retryDelivery,
);
