/** The venue key of the signed-in account: GET → {key}, POST the owner-signed create_api_key body → 201 {key}. */
import { z } from "zod";
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { createVenueKey, KeyAnswer, readVenueKey } from "#lib/trading/venue-access/venue-key.ts";

export const GET = route(
  { credential: "wallet", query: accountQuery, response: KeyAnswer },
  readVenueKey,
);

/** The venue validates the fields: the signed bytes are passed on unchanged. */
export const POST = route(
  { credential: "wallet", body: z.looseObject({}), response: KeyAnswer },
  createVenueKey,
);

const other = methodNotAllowed("GET, POST");

export { other as DELETE, other as PATCH, other as PUT };
