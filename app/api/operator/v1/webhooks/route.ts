/** GET ?user&paused → {webhooks}: the webhooks with the oldest waiting work first. */

import { route } from "#lib/server/route.ts";
import { FoundWebhooks, ListQuery, listAllWebhooks } from "#lib/webhooks/operator/list-webhooks.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "Webhooks of all accounts, the longest waiting first",
    query: ListQuery,
    response: FoundWebhooks,
  },
  listAllWebhooks,
);
