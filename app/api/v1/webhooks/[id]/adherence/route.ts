import { WebhookAdherence } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { AdherenceQuery, readAdherence } from "#lib/webhooks/manage/delivery-timing.ts";
import { WebhookParams } from "#lib/webhooks/manage/terms.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Delivery timing: how late attempts began, and why",
    params: WebhookParams,
    query: AdherenceQuery,
    response: WebhookAdherence,
  },
  readAdherence,
);
