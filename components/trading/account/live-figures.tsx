"use client";

import { directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { LiveAccount } from "#components/trading/account-reads/live-account.ts";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { useLiveAccount } from "#components/trading/account-reads/use-live-account.ts";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { directionOf } from "#components/trading/tables/direction.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LastRead, Liquidating, Nearest } from "./account-notes.tsx";
import { MarginMeter } from "./margin-meter.tsx";

/** The account's figures in a column. */
export default function LiveFigures() {
  const unread = useAccount().isError;
  const notCurrent = useNotCurrent();
  const account = useLiveAccount();
  if (!account) return null;
  return (
    <>
      {unread ? <LastRead /> : null}
      {account.liquidating ? <Liquidating /> : null}
      <Figures account={account} className={notCurrent || unread ? "not-current" : ""} />
      <TransferButtons className="grid grid-cols-2 px-3 pb-3" />
    </>
  );
}

function Figures({ account, className }: { account: LiveAccount; className: string }) {
  const text = useText("account");
  const { money, signedMoney } = useFormat();
  return (
    <dl className={cn("grid grid-cols-2 gap-y-1.5 p-3 text-xs", className)}>
      <Row label={text("equity")} value={money(account.equity)} strong />
      <Row label={text("freeCollateral")} value={money(account.free)} />
      <Row label={text("marginUsed")} value={money(account.margin)} />
      <Row
        label={text("pnl")}
        value={signedMoney(account.unrealizedPnl)}
        tone={directionClass(directionOf(account.unrealizedPnl))}
      />
      <dt className="text-ink-muted">{text("maintenance")}</dt>
      <dd className="text-end">
        <MarginMeter account={account} />
      </dd>
      <dt className="text-ink-muted">{text("nearest")}</dt>
      <dd className="text-end">
        <Nearest account={account} />
      </dd>
    </dl>
  );
}

type RowProps = { label: string; value: string; tone?: string; strong?: boolean };

function Row({ label, value, tone, strong }: RowProps) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className={cn("text-end", tone, strong && "font-semibold")}>
        <Figure>{value}</Figure> <span className="text-2xs text-ink-faint">USDC</span>
      </dd>
    </>
  );
}
