/** GET → the positions of the signed-in account. Status and body are the venue's. */
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { VenueList } from "#lib/trading/venue-access/answers.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";

export const GET = route(
  { credential: "wallet", summary: "Open positions", query: accountQuery, response: VenueList },
  ({ ctx, input }) => forwardRead(ctx, "/v1/positions", input.query.account),
);

const other = methodNotAllowed("GET");

export { other as DELETE, other as PATCH, other as POST, other as PUT };
