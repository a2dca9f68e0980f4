/** Orders of the signed-in account: GET a list, POST a signed order. Status and body are the venue's. */
import { z } from "zod";
import { methodNotAllowed, route } from "#lib/http/route.ts";
import { accountQuery } from "#lib/venue-access/expected-account.ts";
import { forwardRead, forwardWrite } from "#lib/venue-access/forward.ts";

const query = accountQuery.extend({
  market: z
    .string()
    .regex(/^[A-Z0-9]{1,32}$/, "must be a market symbol")
    .optional(),
  status: z.enum(["OPEN", "ALL"]).optional(),
});

export const GET = route({ credential: "session", query }, ({ ctx, input }) => {
  const { account, market, status } = input.query;
  const search = new URLSearchParams({ ...(market && { market }), ...(status && { status }) });
  const path = search.size === 0 ? "/v1/orders" : `/v1/orders?${search.toString()}`;
  return forwardRead(ctx, path, account);
});

/** The venue judges the fields: the bytes that were signed are passed on as they are. */
export const POST = route({ credential: "session", body: z.looseObject({}) }, ({ ctx, input }) =>
  forwardWrite(ctx, { method: "POST", path: "/v1/orders" }, input),
);

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT };
