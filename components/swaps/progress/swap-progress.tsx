"use client";

import { TransactionProgress } from "#components/chain/transaction-progress.tsx";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { Amount, Units } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import type { OwnSwap } from "#lib/protocol/wire/swaps.ts";
import { swapTracker } from "./browser-swap-tracker.ts";
import type { TrackedSwap } from "./swap-record.ts";

/** A swap on its way. It survives a reload. */
export function SwapProgress({ swap, terms }: { swap: TrackedSwap; terms: SwapTerms }) {
  const text = useSwapText();
  const { asset: from, units } = swap.plan.in;
  return (
    <TransactionProgress
      kind="swap"
      label={text("swapOf", { from, to: swap.plan.out.asset })}
      heading={
        <>
          <Units asset={from} units={BigInt(units)} />
          <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
            →
          </span>
          <span className="sr-only">{text("for")}</span>
          <Arrived swap={swap} />
        </>
      }
      tracked={swap}
      terms={terms}
      sentenceOf={(state) => text(`state_${state === "credited" ? "finalized" : state}`)}
      onDismiss={() => swapTracker().dismiss(swap.signature)}
    />
  );
}

/** What arrived, as soon as the service has read it from the chain; before that, the least that may arrive. */
function Arrived({ swap: { state, signature, plan } }: { swap: TrackedSwap }) {
  const text = useSwapText();
  const hasLanded = state === "confirmed" || state === "finalized";
  const own = useResource<OwnSwap>(hasLanded ? `/api/v1/swaps/${signature}` : undefined);
  const isRead = own.data?.status === "confirmed" || own.data?.status === "finalized";
  useReadAgain(own.poll, hasLanded && !isRead ? 1_000 : undefined);
  if (isRead && own.data !== undefined)
    return <Amount asset={own.data.out.asset}>{own.data.out.amount}</Amount>;
  return (
    <span>
      {text("least")} <Units asset={plan.out.asset} units={BigInt(plan.out.units_min)} />
    </span>
  );
}
