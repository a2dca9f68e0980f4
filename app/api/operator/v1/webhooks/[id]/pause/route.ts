/** POST {reason} → {webhook}: pauses the webhook until the operator resumes it. */

import { route } from "#lib/server/route.ts";
import { PauseBody, pauseByOperator } from "#lib/webhooks/operator/pause-webhook.ts";
import { ChangedWebhook, WebhookParams } from "#lib/webhooks/operator/webhook-record.ts";

export const POST = route(
  {
    credential: "operator",
    summary: "Pauses a webhook: nothing is sent until the operator resumes it",
    params: WebhookParams,
    body: PauseBody,
    response: ChangedWebhook,
  },
  pauseByOperator,
);
