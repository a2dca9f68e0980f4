/** GET → the signed-in account's leaf in the newest proof of reserves, as the file that verify-reserves.mjs checks. */
import { ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import { route } from "#lib/server/route.ts";
import { downloadLeaf } from "#lib/trading/transfers/read-reserves.ts";

export const GET = route(
  {
    credential: "wallet",
    summary:
      "The account's leaf in the newest proof of reserves, as a file for verify-reserves.mjs",
    response: ReservesClaim,
  },
  downloadLeaf,
);
