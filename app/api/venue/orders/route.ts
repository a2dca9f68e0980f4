/**
 * Orders of the signed-in account: GET lists them, POST places a signed one, DELETE cancels all, or all of a market.
 * Status and body are the venue's.
 */
import { z } from "zod";
import { CanceledOrders, OrderPage, PlacedOrder } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import {
  clientId,
  pageParameters,
  spanParameters,
} from "#lib/trading/account-history/page-query.ts";
import { readHistoryPage } from "#lib/trading/account-history/read-page.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { EXAMPLE_ORDER, forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

const market = z
  .string()
  .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol")
  .optional();

const query = accountQuery.extend({
  market,
  status: z.enum(["OPEN", "CLOSED", "ALL"]).optional(),
  client_id: clientId,
  ...spanParameters,
  ...pageParameters,
});

export const GET = route(
  { credential: "wallet", summary: "Orders, newest first", query, response: OrderPage },
  (call) => readHistoryPage("orders", call),
);

/** The venue validates the fields: the signed bytes are passed on unchanged. */
export const POST = route(
  {
    credential: "wallet",
    status: 201,
    summary: "Places a signed order (place_order)",
    body: forwardedBody("POST /v1/orders", EXAMPLE_ORDER),
    response: PlacedOrder,
  },
  ({ ctx, input }) =>
    forwardWrite(ctx, { method: "POST", path: "/v1/orders", contract: PlacedOrder }, input),
);

/** The market is signed, and part of the query. */
export const DELETE = route(
  {
    credential: "wallet",
    summary: "Cancels all orders, or those of one market (cancel_all_orders)",
    query: z.strictObject({ market }),
    body: forwardedBody("DELETE /v1/orders", { timestamp: 1_767_225_600_000 }),
    response: CanceledOrders,
  },
  ({ ctx, input }) => {
    const search = input.query.market === undefined ? "" : `?market=${input.query.market}`;
    const path = `/v1/orders${search}`;
    return forwardWrite(ctx, { method: "DELETE", path, contract: CanceledOrders }, input);
  },
);
