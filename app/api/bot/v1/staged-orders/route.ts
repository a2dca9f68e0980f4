/** GET → this bot's proposed orders; POST → proposes an order, which waits for the user's signature. */

import {
  listProposedOrders,
  StagedOrderQuery,
} from "#lib/assistants/staged-orders/list-staged-orders.ts";
import { StageOrder, stageOrder } from "#lib/assistants/staged-orders/stage-order.ts";
import { respond } from "#lib/platform/http/reply.ts";
import { StagedOrder, StagedOrderPage } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "bot_key",
    summary: "Orders that this key proposed: those that wait, or all",
    query: StagedOrderQuery,
    response: StagedOrderPage,
  },
  listProposedOrders,
);

export const POST = route(
  {
    credential: "bot_key",
    status: 201,
    summary:
      "Proposes an order; its owner signs it at approval_url within five minutes, or nothing happens",
    body: StageOrder,
    response: StagedOrder,
  },
  async (call) => respond(201, await stageOrder(call)),
);
