import { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
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

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
