/** GET → a staged order of this key with its outcome; DELETE → withdraws it while it waits. */

import { withdrawStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import {
  readProposedOrder,
  StagedOrderParams,
} from "#lib/assistants/staged-orders/read-staged-order.ts";
import { NoQuery } from "#lib/machines/bots/no-query.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

const of = { query: NoQuery, params: StagedOrderParams, response: StagedOrder };

export const GET = route(
  {
    credential: "bot_key",
    summary: "An order that this key proposed, with its state",
    ...of,
  },
  readProposedOrder,
);

export const DELETE = route(
  {
    credential: "bot_key",
    summary: "Withdraws an order that this key proposed; again answers 200 too",
    ...of,
  },
  withdrawStagedOrder,
);
