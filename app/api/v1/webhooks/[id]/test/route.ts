import { respond } from "#lib/platform/http/reply.ts";
import { WebhookTest } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { TestWebhook, testWebhook } from "#lib/webhooks/manage/replay.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Sends a test delivery (livemode false)",
    status: 202,
    params: WebhookParams,
    body: TestWebhook,
    mayLackBody: true,
    response: WebhookTest,
  },
  async (call) => respond(202, await testWebhook(call)),
);
