"use client";

import { lazy, type ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { exportHref } from "#components/trading/account-reads/csv-export-href.ts";
import type { HistoryKind } from "#components/trading/account-reads/history.ts";
import { useMarketList } from "#components/trading/account-reads/use-market-list.ts";
import { cn } from "#components/ui/class-names.ts";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { PERIODS } from "./period.ts";
import type { PageFilterState } from "./use-page-filter.ts";

const DaySpan = lazy(async () => ({
  default: (await import("#components/ui/day-span.tsx")).DaySpan,
}));

type PageFilterBarProps = {
  state: PageFilterState;
  /** False for transfers, which have no market. */
  markets?: boolean;
  /** The CSV export of the span, if there is one. */
  csv?: HistoryKind;
  /** Buttons of the page. */
  actions?: ReactNode;
};

/** The choice of period and market, and the CSV export. */
export function PageFilterBar({ state, markets = true, csv, actions }: PageFilterBarProps) {
  const text = useText("account");
  const { sessionAddress } = useWallet();
  const { filter, span, change } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex items-center rounded border border-line-strong">
        <legend className="sr-only">{text("period")}</legend>
        {PERIODS.map((period) => (
          <label
            key={period}
            className={cn(
              "flex h-7 cursor-pointer items-center rounded px-2.5 text-xs text-ink-muted hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent max-lg:h-8",
              filter.period === period && "bg-hover font-medium text-ink",
            )}
          >
            <input
              type="radio"
              name="period"
              className="sr-only"
              checked={filter.period === period}
              onChange={() => change({ period, fromDay: undefined, toDay: undefined })}
            />
            {text(`period_${period}`)}
          </label>
        ))}
      </fieldset>
      {filter.period === "custom" ? (
        <LazyBoundary onFailure={() => change({ period: "all" })}>
          <DaySpan
            fromDay={filter.fromDay}
            toDay={filter.toDay}
            onChange={state.change}
            className={INPUT}
          />
        </LazyBoundary>
      ) : null}
      {markets ? <MarketChoice state={state} /> : null}
      {actions}
      {csv !== undefined && sessionAddress !== undefined ? (
        <CsvLinks href={exportHref(csv, sessionAddress, span)} size="sm" className="ms-auto" />
      ) : null}
    </div>
  );
}

const INPUT = "h-7 rounded border border-line-strong bg-raised px-1.5 text-xs max-lg:h-8";

function MarketChoice({ state: { filter, change } }: { state: PageFilterState }) {
  const text = useText("account");
  const markets = useMarketList();
  const symbols = markets?.map(({ symbol }) => symbol) ?? (filter.market ? [filter.market] : []);
  return (
    <select
      aria-label={text("market")}
      className={INPUT}
      value={filter.market ?? ""}
      onChange={(event) => change({ market: event.currentTarget.value || undefined })}
    >
      <option value="">{text("allMarkets")}</option>
      {symbols.map((symbol) => (
        <option key={symbol} value={symbol}>
          {symbol}
        </option>
      ))}
    </select>
  );
}
