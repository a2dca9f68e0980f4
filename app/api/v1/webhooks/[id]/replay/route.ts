import { respond } from "#lib/platform/http/reply.ts";
import { WebhookReplay } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { ReplayDeliveries, replayDeliveries } from "#lib/webhooks/manage/replay.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Sends deliveries again under new ids, with their original time and dedup_key.",
    status: 202,
    params: WebhookParams,
    body: ReplayDeliveries,
    response: WebhookReplay,
  },
  async (call) => respond(202, await replayDeliveries(call)),
);
