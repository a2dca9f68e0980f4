/** GET → one staged order of the signed-in user. */

import {
  readOwnStagedOrder,
  StagedOrderParams,
} from "#lib/assistants/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "A proposed order with its state",
    params: StagedOrderParams,
    response: StagedOrder,
  },
  readOwnStagedOrder,
);
