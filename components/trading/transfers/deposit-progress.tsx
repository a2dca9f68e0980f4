"use client";

import { Steps, TransactionLink } from "#components/chain/parts.tsx";
import { hasEnded, isDead, type TransactionState } from "#components/chain/signed-record.ts";
import { errorText } from "#components/data/errors/error-text.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { EventTime } from "#components/trading/tables/figures.tsx";
import { Button } from "#components/ui/button.tsx";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { depositTracker } from "./browser-deposit-tracker.ts";
import type { Deposit } from "./deposit-types.ts";

const STEPS = ["processed", "confirmed", "finalized", "credited"] as const;

/** How many steps are behind; the current one is next. */
const DONE: Readonly<Record<TransactionState, number>> = {
  sending: 0,
  unknown: 0,
  processed: 1,
  confirmed: 2,
  finalized: 3,
  credited: 4,
  failed: 0,
  expired: 0,
  refused: 0,
};

/** A deposit on its way to the account: what is certain, and what comes next. */
export function DepositProgress({ deposit, terms }: { deposit: Deposit; terms: VaultTerms }) {
  const text = useText("transfers");
  const chain = useText("chain");
  const { grouped } = useFormat();
  const { state, signature, createdAt, refusal } = deposit;
  const amount = grouped(deposit.amount);
  const said =
    state === "sending" || state === "unknown" || state === "processed" || state === "confirmed"
      ? chain(`state_${state}`)
      : text(state === "refused" ? "state_expired" : `state_${state}`);
  return (
    <section
      aria-label={text("depositOf", { amount })}
      data-deposit={state}
      className="flex flex-col gap-2 rounded border p-3"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-medium">
        <bdi>{text("usdc", { amount })}</bdi>
        <span className="text-2xs font-normal">
          <EventTime at={createdAt} />
        </span>
      </p>
      <Steps
        label={chain("progress")}
        steps={STEPS.map((step) =>
          step === "credited" ? text("step_credited") : chain(`step_${step}`),
        )}
        done={DONE[state]}
        failed={isDead(deposit)}
      />
      <output className="text-xs text-ink-muted">{said}</output>
      {refusal !== undefined && state === "unknown" ? (
        <p className="text-xs text-warn">
          {chain("sendingRefused", { reason: errorText(refusal.code, refusal.message) })}
        </p>
      ) : null}
      <span className="flex items-center justify-between gap-2">
        <TransactionLink terms={terms} signature={signature} />
        {hasEnded(deposit) ? (
          <Button size="xs" onClick={() => depositTracker().dismiss(signature)}>
            {chain("dismiss")}
          </Button>
        ) : null}
      </span>
    </section>
  );
}
