/** GET → the positions of the signed-in account. Status and body are the venue's. */
import { PositionList } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";

export const GET = route(
  { credential: "wallet", summary: "Open positions", query: accountQuery, response: PositionList },
  ({ ctx, input }) =>
    forwardRead(ctx, { path: "/v1/positions", contract: PositionList }, input.query.account),
);
