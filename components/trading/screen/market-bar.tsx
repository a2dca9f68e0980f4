"use client";

import { lazy, type ReactNode, useEffect, useState } from "react";
import { changeRate, direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { klineReader } from "#components/trading/chart/series/bar-feed.ts";
import { openFunding } from "#components/trading/live/late-dialog.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { useNotCurrent } from "#components/trading/live/use-freshness.ts";
import type { ListedMarket } from "#components/trading/markets/listed-market.ts";
import { MarketButton } from "#components/trading/markets/market-button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { type Decimal, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import { GuestLine } from "./guest-line.tsx";

/** Visitors have no alerts, and load none of their code. */
const AlertButton = lazy(() => import("#components/trading/alerts/alert-button.tsx"));

type MarketBarProps = {
  markets: readonly ListedMarket[];
  /** The mark of 24 hours ago, where known. */
  openingMark: string | undefined;
  simulated: boolean;
  inert: boolean;
  className: string;
};

/** The market with its price and statistics, above the chart. */
export function MarketBar({ markets, openingMark, simulated, inert, className }: MarketBarProps) {
  const text = useText("shell");
  const { sessionAddress } = useWallet();
  return (
    <div
      inert={inert}
      className={cn("flex h-13 min-w-0 shrink-0 items-center bg-surface lg:h-auto", className)}
    >
      <div className="flex shrink-0 items-center ps-3 pe-1">
        <MarketButton markets={markets} />
        {sessionAddress === undefined ? null : (
          <LazyBoundary onFailure={ignore}>
            <AlertButton />
          </LazyBoundary>
        )}
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways when it is narrow
        tabIndex={0}
        aria-label={text("priceAndStatistics")}
        className="relative flex h-full min-w-0 flex-1 items-center gap-5 overflow-x-auto px-3"
      >
        <MarkPrice simulated={simulated} />
        <Stats openingMark={openingMark} />
      </section>
      <GuestLine simulated={simulated} className="w-96 px-3 text-end max-xl:hidden" />
    </div>
  );
}

/** The page works without the bell; the boundary has shown a message. */
function ignore(): void {}

/** The market's price is the mark, never the last trade. */
function MarkPrice({ simulated }: { simulated: boolean }) {
  const text = useText("shell");
  const { figure } = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  return (
    <div className={cn("flex shrink-0 flex-col", notCurrent && "not-current")}>
      <span title={text("markHelp")} className="text-2xs leading-3.5 text-ink-faint">
        {text("markPrice")}
        {simulated ? (
          // Wide screens have it in the status line.
          <span title={text("simulatedHelp")} className="ms-1 text-warn lg:hidden">
            {text("simulatedShort")}
          </span>
        ) : null}
      </span>
      <span
        data-testid="mark-price"
        data-mark={mark}
        dir="ltr"
        translate="no"
        className="text-lg leading-5 font-semibold rtl:text-end"
      >
        {figure(mark, marketScale(market).priceDecimals)}
      </span>
    </div>
  );
}

function Stats({ openingMark }: { openingMark: string | undefined }) {
  const text = useText("shell");
  const { compact, figure, percent } = useFormat();
  const market = useMarket();
  const stats = useMarketState("stats");
  const mark = useMarketState("mark");
  const { priceDecimals } = marketScale(market);
  const { change, rate } = useDayChange(openingMark);
  const quote = market.quote_asset.symbol;
  // The venue sends "0" before the first fill.
  const last = stats?.last_traded_price;
  const interest = valueAt(stats?.open_interest, mark);
  const hours = market.funding_period_seconds / 3_600;
  return (
    <dl className="flex shrink-0 items-center gap-5">
      <Stat
        label={text("change24h")}
        tone={directionClass(direction(rate))}
        value={change === undefined ? percent(rate) : `${change} (${percent(rate)})`}
      />
      <Stat
        label={text("funding", { hours })}
        value={<FundingRate rate={percent(stats?.funding_rate, 4)} />}
        help={text("fundingHelp")}
      />
      <Stat label={text("openInterest")} value={`${compact(interest)} ${quote}`} />
      <Stat label={text("volume24h")} value={`${compact(stats?.volume_24h)} ${quote}`} />
      <Stat
        label={text("lastTrade")}
        value={figure(last === "0" ? undefined : last, priceDecimals)}
        tone="text-ink-muted"
      />
    </dl>
  );
}

/** Size × price as a decimal. */
function valueAt(size: string | undefined, price: string | undefined): Decimal | undefined {
  const lots = size === undefined ? undefined : parseDecimal(size, MONEY_DECIMALS);
  const at = price === undefined ? undefined : parseDecimal(price, MONEY_DECIMALS);
  if (lots === undefined || at === undefined) return undefined;
  return formatDecimal((lots * at) / 10n ** BigInt(MONEY_DECIMALS), MONEY_DECIMALS);
}

/** The rate, which opens its history. */
function FundingRate({ rate }: { rate: string }) {
  const text = useText("markets");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${text("fundingHistory")}: ${rate}`}
      className="underline decoration-dotted underline-offset-3 hover:text-accent"
      onClick={openFunding}
    >
      {rate}
    </button>
  );
}

type StatProps = { label: string; value: ReactNode; tone?: string; help?: string };

function Stat({ label, value, tone, help }: StatProps) {
  return (
    <div title={help} className="flex flex-col whitespace-nowrap">
      <dt className="text-2xs leading-3.5 text-ink-faint">{label}</dt>
      <dd className={cn("text-xs", tone)}>
        <bdi dir="ltr" translate="no">
          {value}
        </bdi>
      </dd>
    </div>
  );
}

const REFRESH_MS = 300_000;

/**
 * Change of the mark over 24 hours, as text and as a rate, `0.0123` for 1.23 %, from the chart's series. `openingMark` is the mark
 * of 24 hours before the page was rendered.
 */
function useDayChange(openingMark: string | undefined): {
  change: string | undefined;
  rate: Decimal | undefined;
} {
  const market = useMarket();
  const { signedFigure } = useFormat();
  const mark = useMarketState("mark");
  const [open, setOpen] = useState(openingMark);
  useEffect(() => {
    const read = async () => {
      const startAt = Date.now() - DAY_MS;
      const bars = await klineReader(market.symbol, "1m")({ startAt, endAt: startAt + 120_000 });
      const first = bars?.[0];
      if (first) setOpen(first.open);
    };
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [market.symbol]);
  const { priceDecimals } = marketScale(market);
  const rate = changeRate(open, mark, priceDecimals);
  const [from, to] = [open, mark].map((text) => parseDecimal(text ?? "", priceDecimals));
  if (from === undefined || to === undefined) return { change: undefined, rate };
  return { change: signedFigure(formatDecimal(to - from, priceDecimals), priceDecimals), rate };
}
