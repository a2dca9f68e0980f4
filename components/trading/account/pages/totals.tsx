"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { isTriedAgain } from "#components/trading/account-reads/account-store.ts";
import { useReadiness, useUnreadReason } from "#components/trading/readiness/readiness.ts";
import { Figure, SignedMoney, SignedSmall } from "#components/trading/tables/figures.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

export type Total = {
  name: string;
  /** A decimal in USDC; counts have `count` instead. */
  money?: string;
  count?: number;
  /** Shown with sign and colour. */
  signed?: boolean;
  /** Often less than a cent: shown with four decimals or more. */
  small?: boolean;
};

type TotalsProps = {
  query: {
    data: { complete: boolean; since: number | null } | undefined;
    isError: boolean;
    error: Error | null;
  };
  totals: readonly Total[];
};

/** The sums of a period in one line, and whether they are complete. */
export function Totals({ query, totals }: TotalsProps) {
  const text = useText("account");
  const { dayAndTime } = useFormat();
  const { data } = query;
  const readiness = useReadiness();
  const unreadReason = useUnreadReason();
  // This account cannot be read before trading is enabled; the table below says so.
  if (data === undefined && readiness === "not-enabled" && query.isError) return null;
  const isError = query.isError || readiness === "unreadable";
  const isTried = isTriedAgain(query.error ?? unreadReason);
  return (
    <section aria-label={text("totals")} className="rounded-md border bg-surface p-3">
      {data === undefined && isError ? (
        <p className="text-xs text-ink-muted">
          {text("totalsUnread")} {isTried ? text("tryingAgain") : null}
        </p>
      ) : null}
      {data === undefined && !isError ? <Loading label={text("loading")} rows={1} /> : null}
      {data === undefined ? null : (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {totals.map((total) => (
            <div key={total.name}>
              <dt className="text-2xs text-ink-faint">{total.name}</dt>
              <dd className="text-sm font-medium">
                <TotalFigure total={total} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data?.complete === false && data.since !== null ? (
        <p className="mt-2 text-2xs text-warn">
          {text("incomplete", { time: dayAndTime(data.since) })}
        </p>
      ) : null}
    </section>
  );
}

function TotalFigure({ total }: { total: Total }) {
  const { money = "0", count, signed = false, small = false } = total;
  const { integer, money: dollars, figure } = useFormat();
  if (count !== undefined) return <Figure>{integer(count)}</Figure>;
  const Signed = small ? SignedSmall : SignedMoney;
  const scaled = parseSigned(money, MONEY_DECIMALS) ?? 0n;
  return (
    <span title={`${money} USDC`}>
      {signed ? (
        <Signed scaled={scaled} />
      ) : (
        <Figure>{small ? figure(money, 4) : dollars(scaled)}</Figure>
      )}{" "}
      <span className="text-2xs font-normal text-ink-faint">USDC</span>
    </span>
  );
}
