/** GET → what the session's wallet pays for a swap. */
import { SwapFeeAnswer } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { swapFeeOf } from "#lib/swaps/chain/show-terms.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "The fee of swaps, and whether the wallet has the discount of referred users",
    response: SwapFeeAnswer,
  },
  swapFeeOf,
);
