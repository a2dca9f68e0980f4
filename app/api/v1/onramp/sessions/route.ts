/**
 * POST {amount, currency} → 201: begins a purchase and returns the signed address of its checkout.
 * GET → the user's purchases, newest first.
 */
import { respond } from "#lib/platform/http/reply.ts";
import { Purchase, Purchases, PurchasesQuery, StartPurchase } from "#lib/protocol/wire/onramp.ts";
import { route } from "#lib/server/route.ts";
import { readPurchases } from "#lib/swaps/onramp/read-purchases.ts";
import { startPurchase } from "#lib/swaps/onramp/start-checkout.ts";

export const POST = route(
  {
    credential: "wallet",
    status: 201,
    summary: "Begins a purchase of USDC for the session's wallet at the provider's checkout",
    body: StartPurchase,
    response: Purchase,
    maxBodyBytes: 1_024,
  },
  async ({ ctx, input }) => respond(201, await startPurchase(ctx, input.body)),
);

export const GET = route(
  {
    credential: "session",
    summary: "Your purchases, the newest first",
    query: PurchasesQuery,
    response: Purchases,
  },
  readPurchases,
);
