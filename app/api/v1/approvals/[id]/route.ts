/** GET → one staged order of the signed-in user. */
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { readOwnStagedOrder, StagedOrderParams } from "#lib/staged-orders/read-staged-order.ts";
import { StagedOrder } from "#lib/staged-orders/staged-order.ts";

export const GET = route(
  {
    credential: "session",
    summary: "A proposed order, and what became of it.",
    params: StagedOrderParams,
    response: StagedOrder,
  },
  readOwnStagedOrder,
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
