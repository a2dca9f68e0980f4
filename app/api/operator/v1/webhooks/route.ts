/** GET ?user&paused → {webhooks}: those whose work is the oldest first. */

import { route } from "#lib/server/route.ts";
import { FoundWebhooks, ListQuery, listWebhooks } from "#lib/webhooks/operator/list-webhooks.ts";

export const GET = route(
  {
    credential: "operator",
    summary: "Webhooks of all accounts, those whose work is the oldest first",
    query: ListQuery,
    response: FoundWebhooks,
  },
  listWebhooks,
);
