/** GET → pools, fee accounts and the key that every swap names; null where swaps are not available. */
import { SwapTermsAnswer } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { swapTerms } from "#lib/swaps/chain/show-terms.ts";

export const GET = route(
  {
    credential: "public",
    summary: "What a client needs to make a swap; null where swaps are not available",
    response: SwapTermsAnswer,
  },
  swapTerms,
);
