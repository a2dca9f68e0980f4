/**
 * Prepares a swap for the review, by its kind: reads what it rests on again, builds its transaction,
 * reads that back and compares it with a simulation.
 */
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { prepareCrossSwap } from "./cross.ts";
import { prepareRoutedSwap } from "./jupiter.ts";
import { preparePoolSwap } from "./pools.ts";
import type { SwapAsk, SwapKind, SwapPreparation } from "./preparation.ts";

type Prepare<Kind extends SwapKind> = (
  terms: SwapTerms,
  ask: SwapAsk<Kind>,
) => Promise<SwapPreparation>;

const KINDS: { readonly [Kind in SwapKind]: Prepare<Kind> } = {
  pools: preparePoolSwap,
  jupiter: prepareRoutedSwap,
  cross: prepareCrossSwap,
};

export function prepareSwap<Kind extends SwapKind>(
  terms: SwapTerms,
  ask: SwapAsk<Kind>,
): Promise<SwapPreparation> {
  return KINDS[ask.kind](terms, ask);
}
