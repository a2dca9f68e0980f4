"use client";

import { TransactionProgress } from "#components/chain/transaction-progress.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { EventTime } from "#components/trading/tables/figures.tsx";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import { depositTracker } from "./browser-deposit-tracker.ts";
import type { Deposit } from "./deposit-types.ts";

/** A deposit on its way to the account. */
export function DepositProgress({ deposit, terms }: { deposit: Deposit; terms: VaultTerms }) {
  const text = useText("transfers");
  const { grouped } = useFormat();
  const amount = grouped(deposit.amount);
  return (
    <TransactionProgress
      kind="deposit"
      label={text("depositOf", { amount })}
      heading={
        <>
          <bdi>{text("usdc", { amount })}</bdi>
          <span className="ms-auto text-2xs font-normal">
            <EventTime at={deposit.createdAt} />
          </span>
        </>
      }
      tracked={deposit}
      terms={terms}
      lastStep={{
        name: text("step_credited"),
        is: deposit.state === "credited" ? "reached" : "open",
      }}
      sentenceOf={(state) => text(state === "refused" ? "state_expired" : `state_${state}`)}
      onDismiss={() => depositTracker().dismiss(deposit.signature)}
    />
  );
}
