/**
 * GET → pools, fee accounts and the reference key of every swap; null where swaps are not
 * available.
 */
import { SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { swapTerms } from "#lib/swaps/chain/show-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "Pools, fees and networks that a swap needs; null where swaps are not available",
    response: SwapTermsAnswer,
  },
  swapTerms,
);
