/** GET → the accounts of the signed-in account. Status and body are the venue's. */
import { AccountList } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Balance and margin of the wallet's account",
    query: accountQuery,
    response: AccountList,
  },
  ({ ctx, input }) =>
    forwardRead(ctx, { path: "/v1/accounts", contract: AccountList }, input.query.account),
);
