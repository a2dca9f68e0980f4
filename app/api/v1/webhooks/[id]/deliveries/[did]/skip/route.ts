import { route } from "#lib/server/route.ts";
import { DeliveryParams, skipDelivery } from "#lib/webhooks/manage/replay.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Gives up a waiting delivery",
    params: DeliveryParams,
  },
  skipDelivery,
);
