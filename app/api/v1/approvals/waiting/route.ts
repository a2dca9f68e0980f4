/** GET → the number of waiting staged orders, for a badge, and the newest one. */

import { readWaitingOrders } from "#lib/assistants/staged-orders/list-staged-orders.ts";
import { WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "Number of proposed orders that wait for the user's signature, and the newest one",
    response: WaitingOrders,
  },
  readWaitingOrders,
);
