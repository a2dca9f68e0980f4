/** The event types that webhooks can receive. */
import { WebhookEventTypes } from "#lib/protocol/wire/webhook.ts";
import { route } from "#lib/server/route.ts";
import { listEventTypes } from "#lib/webhooks/manage/event-types.ts";

export const GET = route(
  {
    credential: "owner",
    permission: "canManageWebhooks",
    summary: "Lists the event types with their schema and the data of a test",
    response: WebhookEventTypes,
    cost: () => 20,
  },
  listEventTypes,
);
