"use client";

import { WhatYouSign } from "#components/chain/review-parts.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Units, usePercent } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { planImpactBps } from "#lib/protocol/swaps/plan-impact.ts";
import { swapMemo } from "#lib/protocol/swaps/swap-memo.ts";
import type { PreparedSwap } from "./prepare-swap.ts";

type SwapFactsProps = { terms: SwapTerms; prepared: PreparedSwap };

/** What the bytes do that are signed, as the own reader reads them, and what their simulation gave. */
export function SwapFacts({ terms, prepared: { ask, plan, swap, effect } }: SwapFactsProps) {
  const text = useSwapText();
  const chain = useText("chain");
  const percent = usePercent();
  const { assetIn, assetOut } = ask;
  const venues = swap.hops.map(
    ({ pool }) => terms.pools.find(({ address }) => address === pool)?.venue ?? pool,
  );
  return (
    <WhatYouSign
      rows={[
        [text("leaves"), <Units key="in" asset={assetIn} units={swap.amountIn} />],
        [text("feeOnTop"), <Units key="fee" asset={assetIn} units={swap.fee} />],
        [
          text("arrivesAtLeast"),
          <strong key="least" className="font-semibold">
            <Units asset={assetOut} units={swap.minOut} />
          </strong>,
        ],
        [text("simulated"), <Units key="out" asset={assetOut} units={effect.out} />],
        [text("impact"), percent(planImpactBps(plan))],
        [text("route"), venues.join(" → ")],
        [chain("networkFee"), <Units key="network" asset="SOL" units={swap.networkLamports} />],
        ...(effect.rent === 0n
          ? []
          : [[text("rent"), <Units key="rent" asset="SOL" units={effect.rent} />] as const]),
        [
          chain("memo"),
          <span key="memo" className="font-mono text-2xs">
            {swapMemo(swap.memo)}
          </span>,
        ],
      ]}
    />
  );
}
