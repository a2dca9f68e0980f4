import { filterSources } from "#app/api/v1/webhooks/filter-sources.ts";
import { Webhook } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { ChangeWebhook, WebhookParams } from "#lib/webhooks/manage/terms.ts";
import { changeWebhook, readWebhook, removeWebhook } from "#lib/webhooks/manage/webhooks.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Reads a webhook.",
    params: WebhookParams,
    response: Webhook,
  },
  readWebhook,
);

export const PATCH = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Changes a webhook, from the next attempt on.",
    params: WebhookParams,
    body: ChangeWebhook,
    response: Webhook,
  },
  (call) => changeWebhook(call, filterSources),
);

export const DELETE = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Deletes a webhook with its secrets and deliveries.",
    params: WebhookParams,
  },
  removeWebhook,
);
