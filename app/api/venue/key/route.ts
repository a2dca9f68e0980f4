/** The venue key of the signed-in account: GET → {key}, POST the owner-signed create_api_key body → 201 {key}. */
import { z } from "zod";
import { HeldKey } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { accountQuery } from "#lib/trading/venue-access/expected-account.ts";
import { createVenueKey, readVenueKey } from "#lib/trading/venue-access/venue-key.ts";

export const GET = route(
  { credential: "wallet", query: accountQuery, response: HeldKey },
  readVenueKey,
);

/** The venue validates the fields: the signed bytes are passed on unchanged. */
export const POST = route(
  { credential: "wallet", body: z.looseObject({}), response: HeldKey },
  createVenueKey,
);
