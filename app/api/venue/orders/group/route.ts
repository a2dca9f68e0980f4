/** An entry with the orders that protect it, or orders that protect a position. Status and body are the venue's. */
import { PlacedGroup } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { EXAMPLE_ORDER, forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

const EXAMPLE_STOP = {
  market: "BTCUSDC",
  side: "SELL",
  size: "0.01",
  order_type: "STOP_LOSS_MARKET",
  time_in_force: "GTC",
  flags: 2,
  trigger_price: "58000",
  trigger_source: "MarkPrice",
} as const;

export const POST = route(
  {
    credential: "wallet",
    summary: "Places a group of orders under one signature, all or none (place_order_group)",
    body: forwardedBody("POST /v1/orders/group", {
      grouping: "ENTRY",
      orders: [EXAMPLE_ORDER, EXAMPLE_STOP],
    }),
    response: PlacedGroup,
  },
  ({ ctx, input }) =>
    forwardWrite(ctx, { method: "POST", path: "/v1/orders/group", contract: PlacedGroup }, input),
);
