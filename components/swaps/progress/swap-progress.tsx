"use client";

import { TransactionProgress } from "#components/chain/transaction-progress.tsx";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { Amount, Pair, Units } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import type { OwnSwap, SwapState } from "#lib/protocol/wire/swaps.ts";
import { swapTracker } from "./browser-swap-tracker.ts";
import type { TrackedSwap } from "./swap-record.ts";

/** A swap on its way. It survives a reload. One to another network goes on after its deposit is final. */
export function SwapProgress({ swap, terms }: { swap: TrackedSwap; terms: SwapTerms }) {
  const text = useSwapText();
  const { plan, signature } = swap;
  const { asset: from, units } = plan.in;
  const own = useOwnSwap(swap);
  const crossing = own !== undefined && plan.destination !== undefined ? CROSSING[own.status] : "";
  return (
    <TransactionProgress
      kind="swap"
      label={text("swapOf", { from, to: plan.out.asset })}
      heading={
        <Pair
          given={<Units asset={from} units={BigInt(units)} />}
          got={<Arrived own={own} plan={plan} />}
        />
      }
      tracked={swap}
      terms={terms}
      {...(plan.destination === undefined ? {} : { lastStep: text("step_settled") })}
      isLost={own?.status === "refunded"}
      sentenceOf={(state) =>
        crossing ? text(crossing) : text(`state_${state === "credited" ? "finalized" : state}`)
      }
      onDismiss={() => swapTracker().dismiss(signature)}
    />
  );
}

/** What is said of a crossing while it is not settled. */
const CROSSING: Partial<
  Record<SwapState, "status_settling_help" | "status_refunding_help" | "status_refunded_help">
> = {
  confirmed: "status_settling_help",
  settling: "status_settling_help",
  refunding: "status_refunding_help",
  refunded: "status_refunded_help",
};

/** The swap as the service has read it from the chain, from the moment at which it landed. */
function useOwnSwap({ state, signature, plan }: TrackedSwap): OwnSwap | undefined {
  const hasLanded = state === "confirmed" || state === "finalized" || state === "credited";
  const own = useResource<OwnSwap>(hasLanded ? `/api/v1/swaps/${signature}` : undefined);
  const status = own.data?.status;
  const isRead = status === "finalized" || status === "refunded" || status === "failed";
  const isEnough = isRead || (plan.destination === undefined && status === "confirmed");
  useReadAgain(own.poll, hasLanded && !isEnough ? 1_000 : undefined);
  return own.data;
}

/** What arrived; before that, the least that may arrive. */
function Arrived({ own, plan }: { own: OwnSwap | undefined; plan: TrackedSwap["plan"] }) {
  const text = useSwapText();
  const isKnown = own?.status === "confirmed" || own?.status === "finalized";
  if (isKnown && plan.destination === undefined)
    return <Amount asset={own.out.asset}>{own.out.amount}</Amount>;
  if (own?.status === "finalized") return <Amount asset={own.out.asset}>{own.out.amount}</Amount>;
  return (
    <span>
      {text("least")} <Units asset={plan.out.asset} units={BigInt(plan.out.units_min)} />
    </span>
  );
}
