"use client";

import { useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import type { SwapAsk } from "#components/swaps/kinds/preparation.ts";
import {
  isRepetition,
  type TrackedSwap,
  unitsUnderWay,
} from "#components/swaps/progress/swap-record.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { DEFAULT_SLIPPAGE_BPS, slippageCapBps } from "#lib/protocol/swaps/assets.ts";
import { type SwapDraft, typedAmount } from "./quote.ts";
import { useWalletFacts } from "./use-swap-facts.ts";

export type SwapFormState = ReturnType<typeof useSwapForm>;

/** What the form of every kind keeps: the draft, the wallet's facts, and the swap under review. */
export function useSwapForm(
  terms: SwapTerms,
  swaps: readonly TrackedSwap[],
  first: { assetIn: TokenSymbol; assetOut: TokenSymbol },
) {
  const locale = useLocale();
  const account = useFrame().person?.account;
  const [draft, setDraft] = useState<SwapDraft>({
    ...first,
    typed: "",
    slippageBps: DEFAULT_SLIPPAGE_BPS,
  });
  const [reviewed, setReviewed] = useState<SwapAsk>();
  const own = useWalletFacts(terms);
  const amount = typedAmount(draft, locale, own.fee);
  const held = own.balances.data?.[draft.assetIn];
  const spent = unitsUnderWay(swaps, draft.assetIn);
  const exceeds =
    amount.state === "amount" &&
    held !== undefined &&
    amount.amountIn + amount.fee.charged + spent > held;
  return {
    /** The wallet that swaps; undefined for a visitor. */
    account,
    draft,
    /** Lowers the slippage to the cap of the assets. */
    setDraft: (next: SwapDraft) => setDraft(withinCap(next)),
    amount,
    problem:
      amount.state === "problem"
        ? amount.problem
        : exceeds
          ? ("exceedsWallet" as const)
          : undefined,
    own,
    /** The same swap is under way, and no block shows it yet. */
    isWaiting: isRepetition(swaps, draft),
    reviewed,
    setReviewed,
  };
}

function withinCap(draft: SwapDraft): SwapDraft {
  const most = slippageCapBps(draft.assetIn, draft.assetOut);
  return { ...draft, slippageBps: Math.min(draft.slippageBps, most) };
}
