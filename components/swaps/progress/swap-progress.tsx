"use client";

import { TransactionProgress } from "#components/chain/transaction-progress.tsx";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AssetAmount, SwapPair, Units } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import type { OwnSwap, SwapState } from "#lib/protocol/wire/swaps.ts";
import { swapTracker } from "./browser-swap-tracker.ts";
import type { TrackedSwap } from "./swap-record.ts";

/**
 * A swap under way. It survives a reload. A swap to another network continues after its deposit is
 * final.
 */
export function SwapProgress({ swap, terms }: { swap: TrackedSwap; terms: SwapTerms }) {
  const text = useText("swaps");
  const { plan, signature } = swap;
  const { asset: from, units } = plan.in;
  const own = useOwnSwap(swap);
  const isCrossing = plan.destination !== undefined;
  const isSettled = own?.status === "finalized";
  const end = own?.status === "refunded" ? "lost" : isSettled ? "reached" : "open";
  const lastStep = { name: text("step_settled"), is: end } as const;
  return (
    <TransactionProgress
      kind="swap"
      label={text("swapOf", { from, to: plan.out.asset })}
      heading={
        <SwapPair
          given={<Units asset={from} units={BigInt(units)} />}
          got={<Arrived own={own} plan={plan} />}
        />
      }
      tracked={swap}
      terms={terms}
      {...(isCrossing ? { lastStep } : {})}
      sentenceOf={(state) => {
        if (state !== "finalized" && state !== "credited") return text(`state_${state}`);
        const isDone = !isCrossing || isSettled;
        return text(isDone ? "state_finalized" : crossingText(own?.status));
      }}
      onDismiss={() => swapTracker().dismiss(signature)}
    />
  );
}

/** The text for a swap to another network that is not settled. */
function crossingText(status: SwapState | undefined) {
  if (status === "refunded") return "status_refunded_help";
  return status === "refunding" ? "status_refunding_help" : "status_settling_help";
}

/** The swap as the service reads it from the chain, once it has landed. */
function useOwnSwap({ state, signature, plan }: TrackedSwap): OwnSwap | undefined {
  const hasLanded = state === "confirmed" || state === "finalized" || state === "credited";
  const own = useResource<OwnSwap>(hasLanded ? `/api/v1/swaps/${signature}` : undefined);
  const status = own.data?.status;
  const isRead = status === "finalized" || status === "refunded" || status === "failed";
  const isEnough = isRead || (plan.destination === undefined && status === "confirmed");
  useReadAgain(own.poll, hasLanded && !isEnough ? 1_000 : undefined);
  return own.data;
}

/** The amount that arrived; before that, the minimum. */
function Arrived({ own, plan }: { own: OwnSwap | undefined; plan: TrackedSwap["plan"] }) {
  const text = useText("swaps");
  const isKnown = own?.status === "confirmed" || own?.status === "finalized";
  if (isKnown && plan.destination === undefined)
    return <AssetAmount asset={own.out.asset}>{own.out.amount}</AssetAmount>;
  if (own?.status === "finalized")
    return <AssetAmount asset={own.out.asset}>{own.out.amount}</AssetAmount>;
  return (
    <span>
      {text("least")} <Units asset={plan.out.asset} units={BigInt(plan.out.units_min)} />
    </span>
  );
}
