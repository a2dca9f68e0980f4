/** POST → declines the order. */

import { declineStagedOrder } from "#lib/assistants/staged-orders/end-staged-order.ts";
import { StagedOrderParams } from "#lib/assistants/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Declines a proposed order; again answers 200 too",
    params: StagedOrderParams,
    response: StagedOrder,
  },
  declineStagedOrder,
);
