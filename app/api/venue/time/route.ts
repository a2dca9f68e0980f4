/** GET → {server_time}: the venue's clock in Unix milliseconds, for the timestamps of signed writes. */
import { VenueTime } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { readVenueTime } from "#lib/trading/venue-access/venue-time.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The venue's clock; signed timestamps must be close to it",
    response: VenueTime,
  },
  readVenueTime,
);
