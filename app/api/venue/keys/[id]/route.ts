/** DELETE revokes one venue key of the signed-in account, signed by its wallet. Status and body are the venue's. */
import { z } from "zod";
import { RevokedApiKey } from "#lib/protocol/wire/account.ts";
import { methodNotAllowed, route } from "#lib/server/route.ts";
import { revokeVenueKey, VenueKeyParams } from "#lib/trading/venue-access/venue-keys.ts";

export const DELETE = route(
  {
    credential: "wallet",
    summary: "Revokes a venue key (revoke_api_key)",
    params: VenueKeyParams,
    body: z.looseObject({}),
    response: RevokedApiKey,
  },
  revokeVenueKey,
);

const other = methodNotAllowed("DELETE");

export { other as GET, other as PATCH, other as POST, other as PUT };
