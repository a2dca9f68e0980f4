/** POST → {webhook}: what waited is sent. */

import { methodNotAllowed, route } from "#lib/server/route.ts";
import { resumeByOperator } from "#lib/webhooks/operator/pause-webhook.ts";
import { ChangedWebhook, WebhookParams } from "#lib/webhooks/operator/webhook-record.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Resumes a webhook: what waited is sent",
    params: WebhookParams,
    response: ChangedWebhook,
  },
  resumeByOperator,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
