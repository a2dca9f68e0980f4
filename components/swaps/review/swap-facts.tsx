"use client";

import type { ReactNode } from "react";
import { WhatYouSign } from "#components/chain/review-parts.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Units, useImpactText } from "#components/swaps/amount.tsx";
import type { PreparedSwap, ShownSwap } from "#components/swaps/kinds/preparation.ts";
import { useRouteText } from "#components/swaps/routes.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { crossMemo } from "#lib/protocol/swaps/cross/cross-memo.ts";
import { planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { swapMemo } from "#lib/protocol/swaps/swap-memo.ts";

type SwapFactsProps = { terms: SwapTerms; prepared: PreparedSwap };
type Row = readonly [name: string, value: ReactNode];

/** What the signed bytes do, as our reader reads them, and the result of their simulation. */
export function SwapFactList({ terms, prepared: { ask, plan, shown } }: SwapFactsProps) {
  const text = useText("swaps");
  const chain = useText("chain");
  const impactText = useImpactText();
  const { assetIn, assetOut } = ask;
  const { swap } = shown;
  const least = shown.kind === "cross" ? shown.swap.memo.minOut : shown.swap.minOut;
  const outcome = useOutcome(shown, { terms, account: ask.account, assetOut, plan });
  return (
    <WhatYouSign
      rows={[
        [text("leaves"), <Units key="in" asset={assetIn} units={swap.amountIn} />],
        [text("feeOnTop"), <Units key="fee" asset={assetIn} units={swap.fee} />],
        [
          text("arrivesAtLeast"),
          <strong key="least" className="font-semibold">
            <Units asset={assetOut} units={least} />
          </strong>,
        ],
        ...outcome,
        [
          text("impact"),
          impactText(planImpactBps(plan), shown.kind === "cross" ? "exact" : shown.impact),
        ],
        [chain("networkFee"), <Units key="network" asset="SOL" units={swap.networkLamports} />],
        [
          chain("memo"),
          <span key="memo" className="font-mono text-2xs">
            {shown.kind === "cross" ? crossMemo(shown.swap.memo) : swapMemo(shown.swap.memo)}
          </span>,
        ],
      ]}
    />
  );
}

type Facts = Pick<SwapFactsProps, "terms"> &
  Pick<PreparedSwap, "plan"> &
  Pick<PreparedSwap["ask"], "account" | "assetOut">;

/** What the pools pay on this network, or what the relay must pay on the other. */
function useOutcome(shown: ShownSwap, { terms, account, assetOut, plan }: Facts): readonly Row[] {
  const text = useText("swaps");
  const routeText = useRouteText();
  if (shown.kind === "cross") {
    const { memo, deposit } = shown.swap;
    const { destination } = plan;
    return [
      [text("arrivesOn"), destination ? text(`network_${destination.network}`) : memo.network],
      [
        text("arrivesFor"),
        <span key="recipient">
          {memo.address}
          {memo.address === account ? null : (
            <strong className="block font-medium text-warn">{text("recipientOther")}</strong>
          )}
        </span>,
      ],
      [text("depositAt"), deposit],
      [text("takesAbout"), text("seconds", { count: shown.seconds })],
    ];
  }
  const { effect } = shown;
  const rent: Row = [text("rent"), <Units key="rent" asset="SOL" units={effect.rent} />];
  return [
    [text("simulated"), <Units key="out" asset={assetOut} units={effect.out} />],
    [
      text("route"),
      routeText(
        plan.route.map(({ venue }) => venue),
        terms.simulated,
      ),
    ],
    ...(effect.rent === 0n ? [] : [rent]),
  ];
}
