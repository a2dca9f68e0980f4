/** POST → the user does not want this order. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { declineStagedOrder } from "#lib/staged-orders/end-staged-order.ts";
import { StagedOrderParams } from "#lib/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/staged-orders/staged-order.ts";

export const POST = route(
  {
    credential: "session",
    summary: "Declines a proposed order. Also 200 when it is declined already.",
    params: StagedOrderParams,
    response: StagedOrder,
  },
  declineStagedOrder,
);

const other = methodNotAllowed("POST");

export { other as DELETE, other as GET, other as PATCH, other as PUT };
