import { respond } from "#lib/platform/http/reply.ts";
import { NewWebhookSecret } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { AddSecret, WebhookParams } from "#lib/webhooks/manage/terms.ts";
import { addSecret } from "#lib/webhooks/manage/webhooks.ts";

export const POST = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Adds a secret; during the overlap deliveries are signed with the earlier ones too",
    status: 201,
    params: WebhookParams,
    body: AddSecret,
    mayLackBody: true,
    response: NewWebhookSecret,
  },
  async (call) => respond(201, await addSecret(call)),
);
