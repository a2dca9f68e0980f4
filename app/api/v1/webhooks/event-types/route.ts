/** The types of events that a webhook can have. */
import { WebhookEventTypes } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { listEventTypes } from "#lib/webhooks/manage/event-types.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Lists the event types, what causes each, and the data of a test delivery.",
    response: WebhookEventTypes,
  },
  listEventTypes,
);
