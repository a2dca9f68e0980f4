/** GET → {server_time}: the venue's clock in Unix milliseconds, for the timestamps of signed writes. */
import { VenueTime } from "#lib/protocol/wire/market.ts";
import { route } from "#lib/server/route.ts";
import { readVenueTime } from "#lib/trading/venue-access/venue-time.ts";

export const GET = route(
  {
    credential: "public",
    summary: "The venue's clock, on which writes are signed",
    response: VenueTime,
  },
  readVenueTime,
);
