/** GET → one of the user's own purchases. */
import { Purchase, PurchaseParams } from "#lib/protocol/wire/onramp.ts";
import { route } from "#lib/server/route.ts";
import { readPurchase } from "#lib/swaps/onramp/read-purchases.ts";

export const GET = route(
  {
    credential: "session",
    summary: "One of your purchases",
    params: PurchaseParams,
    response: Purchase,
  },
  readPurchase,
);
