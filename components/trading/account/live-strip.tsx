"use client";

import { directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { useLiveAccount } from "#components/trading/account-reads/use-live-account.ts";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import { directionOf } from "#components/trading/tables/direction.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { TransferButtons } from "#components/trading/transfers/transfer-buttons.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LastRead, Liquidating, Nearest } from "./account-notes.tsx";
import { MarginMeter } from "./margin-meter.tsx";

/** The account's figures in a row. */
export default function LiveStrip({ withTransfers }: { withTransfers: boolean }) {
  const text = useText("account");
  const { money, signedMoney } = useFormat();
  const account = useLiveAccount();
  const unread = useAccount().isError;
  const notCurrent = useNotCurrent();
  if (!account) return null;
  const { unrealizedPnl } = account;
  const figures = [
    [text("equity"), money(account.equity), ""],
    [text("freeShort"), money(account.free), ""],
    [text("marginShort"), money(account.margin), ""],
    [text("pnlShort"), signedMoney(unrealizedPnl), directionClass(directionOf(unrealizedPnl))],
  ] as const;
  return (
    <section aria-label={text("accountFigures")}>
      {unread ? <LastRead /> : null}
      {account.liquidating ? <Liquidating /> : null}
      <div className={notCurrent || unread ? "not-current" : undefined}>
        <dl className="grid grid-cols-4 gap-2 px-3 pt-2 pb-1">
          {figures.map(([name, value, tone]) => (
            <div key={name} className="min-w-0">
              <dt className="text-2xs leading-3.5 text-ink-faint">{name}</dt>
              <dd className={cn("truncate text-xs", tone)}>
                <Figure>{value}</Figure>
              </dd>
            </div>
          ))}
        </dl>
        {account.maintenance === 0n && account.nearest === undefined ? null : (
          <dl className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 pb-2 text-2xs">
            <div className="flex items-center gap-2 whitespace-nowrap">
              <dt className="text-ink-faint">{text("maintenance")}</dt>
              <dd>
                <MarginMeter account={account} />
              </dd>
            </div>
            <div className="flex items-center gap-2 whitespace-nowrap">
              <dt className="text-ink-faint">{text("nearest")}</dt>
              <dd>
                <Nearest account={account} />
              </dd>
            </div>
          </dl>
        )}
      </div>
      {withTransfers ? <TransferButtons className="grid grid-cols-2 px-3 pb-2" /> : null}
    </section>
  );
}
