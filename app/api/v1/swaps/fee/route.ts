/** GET → the swap fee of the session's wallet. */
import { SwapFeeAnswer } from "#lib/protocol/wire/swaps.ts";
import { route } from "#lib/server/route.ts";
import { showSwapFee } from "#lib/swaps/chain/show-terms.ts";

export const GET = route(
  {
    credential: "wallet",
    summary: "Fee of swaps, and whether the wallet has the referral discount",
    response: SwapFeeAnswer,
  },
  showSwapFee,
);
