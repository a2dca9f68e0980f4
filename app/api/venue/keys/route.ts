/** GET → the venue keys of the signed-in account, without their texts; `held`: the one that this service uses. */
import { VenueKeyList } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { listVenueKeys } from "#lib/trading/venue-access/venue-keys.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Venue keys of the account, without their secrets",
    query: accountQuery,
    response: VenueKeyList,
  },
  listVenueKeys,
);
