/** POST → {webhook}: resumes the webhook and sends the waiting deliveries. */

import { route } from "#lib/server/route.ts";
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
