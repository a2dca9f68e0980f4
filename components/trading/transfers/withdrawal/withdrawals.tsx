"use client";

import { ProgressSteps, TransactionLink } from "#components/chain/parts.tsx";
import { serverNow } from "#components/data/server-clock.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useHistory } from "#components/trading/account-reads/history.ts";
import { EventTime } from "#components/trading/tables/figures.tsx";
import { moneyText } from "#components/trading/transfers/core/transfer-amount.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { WithdrawalStatus } from "#lib/protocol/enumerations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";

/** How long an ended withdrawal is still shown. */
const SHOWN_AFTER_MS = 15 * 60_000;
const MOST = 3;

/** Withdrawals on their way and those that just ended, newest first; and what is reserved, in 1e-9 USDC. */
export function useWithdrawals(): { shown: readonly TransferRecord[]; reserved: bigint } {
  const { data = [] } = useHistory("transfers");
  const withdrawals = data.filter(({ kind }) => kind === "WITHDRAWAL");
  const underWay = withdrawals.filter(isUnderWay);
  const recent = withdrawals.filter(
    (one) => isUnderWay(one) || serverNow() - one.last_updated_at < SHOWN_AFTER_MS,
  );
  const reserved = underWay.reduce(
    (sum, { amount }) => sum + (parseDecimal(amount, MONEY_DECIMALS) ?? 0n),
    0n,
  );
  return { shown: recent.slice(0, MOST), reserved };
}

function isUnderWay({ status }: TransferRecord): boolean {
  return status === "RESERVED" || status === "SENT";
}

type WithdrawalsProps = { withdrawals: readonly TransferRecord[]; terms: VaultTerms };

export function Withdrawals({ withdrawals, terms }: WithdrawalsProps) {
  return withdrawals.map((withdrawal) => (
    <Withdrawal key={withdrawal.id} withdrawal={withdrawal} terms={terms} />
  ));
}

const STEPS = ["reserved", "sent", "settled"] as const;
/** How many steps are behind. */
const DONE: Readonly<Record<WithdrawalStatus, number>> = {
  RESERVED: 1,
  SENT: 2,
  SETTLED: 3,
  RETURNED: 1,
};

function lessFee({ amount, fee }: TransferRecord): string {
  const units = (decimal: string | null) => parseDecimal(decimal ?? "0", MONEY_DECIMALS) ?? 0n;
  return moneyText(units(amount) - units(fee));
}

function Withdrawal({ withdrawal, terms }: { withdrawal: TransferRecord; terms: VaultTerms }) {
  const text = useText("transfers");
  const chain = useText("chain");
  const { grouped } = useFormat();
  const { status, created_at: createdAt, tx_hash: hash, reason, fee } = withdrawal;
  const amount = grouped(withdrawal.amount);
  return (
    <section
      aria-label={text("withdrawalOf", { amount })}
      data-withdrawal={status}
      className="flex flex-col gap-2 rounded border p-3"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-medium">
        <bdi>{text("usdc", { amount })}</bdi>
        <span className="text-2xs font-normal">
          <EventTime at={createdAt} />
        </span>
      </p>
      <ProgressSteps
        label={chain("progress")}
        steps={STEPS.map((step) => text(`step_${step}`))}
        done={DONE[status]}
        failed={status === "RETURNED"}
      />
      <output className="text-xs text-ink-muted">
        {text(`withdrawal_${status}`)} {status === "RETURNED" ? <bdi>{reason}</bdi> : null}
      </output>
      {fee === null || status === "RETURNED" ? null : (
        <p className="text-xs">
          {text("arrives")}: <bdi>{text("usdc", { amount: grouped(lessFee(withdrawal)) })}</bdi>
        </p>
      )}
      {hash === null ? null : <TransactionLink terms={terms} signature={hash} />}
    </section>
  );
}
