/** GET → {webhook, states, failures}. */

import { route } from "#lib/server/route.ts";
import { ShownWebhook, showWebhook } from "#lib/webhooks/operator/show-webhook.ts";
import { WebhookParams } from "#lib/webhooks/operator/webhook-record.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "A webhook with the states of its deliveries and the latest failures",
    params: WebhookParams,
    response: ShownWebhook,
  },
  showWebhook,
);
