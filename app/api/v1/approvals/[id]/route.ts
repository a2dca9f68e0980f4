/** GET → one staged order of the signed-in user. */

import {
  readOwnStagedOrder,
  StagedOrderParams,
} from "#lib/assistants/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";

export const GET = route(
  {
    credential: "session",
    summary: "A proposed order with its outcome.",
    params: StagedOrderParams,
    response: StagedOrder,
  },
  readOwnStagedOrder,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
