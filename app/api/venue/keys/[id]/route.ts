/** DELETE revokes one venue key of the signed-in account, signed by its wallet. Status and body are the venue's. */
import { RevokedApiKey } from "#lib/protocol/wire/account.ts";
import { route } from "#lib/server/route.ts";
import { forwardedBody } from "#lib/trading/venue-access/forwarded-body.ts";
import { revokeVenueKey, VenueKeyParams } from "#lib/trading/venue-access/venue-keys.ts";

export const DELETE = route(
  {
    credential: "wallet",
    summary: "Revokes a venue key (revoke_api_key)",
    params: VenueKeyParams,
    body: forwardedBody("DELETE /v1/keys/{id}", { timestamp: 1_767_225_600_000 }),
    response: RevokedApiKey,
  },
  revokeVenueKey,
);
