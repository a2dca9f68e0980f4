/** Several orders under one signature: POST places 1 to 50, DELETE cancels 1 to 100. Status and body are the venue's. */
import { BatchAnswer } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { EXAMPLE_ORDER, forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

const batch = { path: "/v1/orders/batch", contract: BatchAnswer };

export const POST = route(
  {
    credential: "wallet",
    summary: "Places 1 to 50 orders under one signature (place_batch_orders)",
    body: forwardedBody("POST /v1/orders/batch", { orders: [EXAMPLE_ORDER] }),
    response: BatchAnswer,
  },
  ({ ctx, input }) => forwardWrite(ctx, { method: "POST", ...batch }, input),
);

export const DELETE = route(
  {
    credential: "wallet",
    summary: "Cancels 1 to 100 orders under one signature (cancel_batch_orders)",
    body: forwardedBody("DELETE /v1/orders/batch", {
      orders: [{ order_id: "100", market: "BTCUSDC" }],
    }),
    response: BatchAnswer,
  },
  ({ ctx, input }) => forwardWrite(ctx, { method: "DELETE", ...batch }, input),
);
