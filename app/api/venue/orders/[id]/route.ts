/**
 * An order of the signed-in account: GET reads it, PUT changes it with a signed body, DELETE cancels it with the signed body
 * {market}. Status and body are the venue's.
 */
import { z } from "zod";
import { OrderRecord, PlacedOrder } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead, forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

const params = z.object({
  id: z.string().regex(/^[1-9]\d{0,19}$/, "must be an order id, a positive integer"),
});

const placed = (id: string) => ({ path: `/v1/orders/${id}`, contract: PlacedOrder });

export const GET = route(
  {
    credential: "wallet",
    summary: "One order",
    params,
    query: accountQuery,
    response: OrderRecord,
  },
  ({ ctx, input: { params, query } }) =>
    forwardRead(ctx, { path: `/v1/orders/${params.id}`, contract: OrderRecord }, query.account),
);

export const PUT = route(
  {
    credential: "wallet",
    summary: "Changes an order (modify_order)",
    params,
    body: forwardedBody("PUT /v1/orders/{order_id}", {
      market: "BTCUSDC",
      side: "BUY",
      order_type: "LIMIT",
      size: "0.02",
      price: "60000",
    }),
    response: PlacedOrder,
  },
  ({ ctx, input }) => forwardWrite(ctx, { method: "PUT", ...placed(input.params.id) }, input),
);

export const DELETE = route(
  {
    credential: "wallet",
    summary: "Cancels an order (cancel_order)",
    params,
    body: forwardedBody("DELETE /v1/orders/{order_id}", { market: "BTCUSDC" }),
    response: PlacedOrder,
  },
  ({ ctx, input }) => forwardWrite(ctx, { method: "DELETE", ...placed(input.params.id) }, input),
);
