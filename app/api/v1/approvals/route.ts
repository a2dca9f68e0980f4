/** GET → the signed-in user's proposed orders, the newest first. */

import {
  listOwnStagedOrders,
  StagedOrderQuery,
} from "#lib/assistants/staged-orders/list-staged-orders.ts";
import { StagedOrderPage } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Proposed orders: those that wait for the user's signature, or all",
    query: StagedOrderQuery,
    response: StagedOrderPage,
  },
  listOwnStagedOrders,
);
