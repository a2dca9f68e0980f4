/** The venue's clock, for signing: public, and never cached. */
import "server-only";
import { askVenue, verbatim } from "./ask-venue.ts";

/** Answers the venue's `{server_time}`. @throws VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function readVenueTime(): Promise<Response> {
  const answer = verbatim(await askVenue({ method: "GET", path: "/v1/time", headers: {} }));
  answer.headers.set("cache-control", "no-store");
  return answer;
}
