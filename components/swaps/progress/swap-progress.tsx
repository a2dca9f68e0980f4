"use client";

import { Steps, TransactionLink } from "#components/chain/parts.tsx";
import { isDead, isUndecided, type TransactionState } from "#components/chain/signed-record.ts";
import { errorText } from "#components/data/errors/error-text.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Amount, Units } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { Button } from "#components/ui/button.tsx";
import type { OwnSwap } from "#lib/protocol/wire/swaps.ts";
import { swapTracker } from "./browser-swap-tracker.ts";
import type { TrackedSwap } from "./swap-record.ts";

const STEPS = ["processed", "confirmed", "finalized"] as const;

/** How many steps are behind; the current one is next. */
const DONE: Readonly<Record<TransactionState, number>> = {
  sending: 0,
  unknown: 0,
  processed: 1,
  confirmed: 2,
  finalized: 3,
  credited: 3,
  failed: 0,
  expired: 0,
  refused: 0,
};

/** A swap on its way: what is certain, and what comes next. It survives a reload. */
export function SwapProgress({ swap, terms }: { swap: TrackedSwap; terms: SwapTerms }) {
  const text = useSwapText();
  const chain = useText("chain");
  const { state, signature, plan, refusal } = swap;
  const { asset: assetIn, units } = plan.in;
  const said =
    state === "sending" || state === "unknown" || state === "processed" || state === "confirmed"
      ? chain(`state_${state}`)
      : text(`state_${state === "credited" ? "finalized" : state}`);
  return (
    <section
      aria-label={text("swapOf", { from: assetIn, to: plan.out.asset })}
      data-swap={state}
      className="flex flex-col gap-2 rounded-md border bg-surface p-3"
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
        <Units asset={assetIn} units={BigInt(units)} />
        <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
          →
        </span>
        <span className="sr-only">{text("for")}</span>
        <Arrived swap={swap} />
      </p>
      <Steps
        label={chain("progress")}
        steps={STEPS.map((step) => chain(`step_${step}`))}
        done={DONE[state]}
        failed={isDead(swap)}
      />
      <output className="text-xs text-ink-muted">{said}</output>
      {refusal !== undefined && (state === "unknown" || state === "refused") ? (
        <p className="text-xs text-warn">
          {chain("sendingRefused", { reason: errorText(refusal.code, refusal.message) })}
        </p>
      ) : null}
      <span className="flex items-center justify-between gap-2">
        <TransactionLink terms={terms} signature={signature} />
        {isUndecided(swap) ? null : (
          <Button size="xs" onClick={() => swapTracker().dismiss(signature)}>
            {chain("dismiss")}
          </Button>
        )}
      </span>
    </section>
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
