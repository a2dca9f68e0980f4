/** The leverage of the signed-in account by market. Status and body are the venue's. */
import { LeverageList, LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead, forwardWrite } from "#lib/trading/venue-access/forward.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Leverage of the account by market",
    query: accountQuery,
    response: LeverageList,
  },
  ({ ctx, input }) =>
    forwardRead(ctx, { path: "/v1/leverage", contract: LeverageList }, input.query.account),
);

export const POST = route(
  {
    credential: "wallet",
    summary: "Sets leverage and margin mode of the account in a market (update_leverage)",
    body: forwardedBody("POST /v1/leverage", { market: "BTCUSDC", leverage: 10, mode: "CROSS" }),
    response: LeverageRecord,
  },
  ({ ctx, input }) =>
    forwardWrite(ctx, { method: "POST", path: "/v1/leverage", contract: LeverageRecord }, input),
);
