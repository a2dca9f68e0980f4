"use client";

import { useEffect, useState } from "react";
import { NotificationBell } from "#components/frame/notifications/bell.tsx";
import { SettingsButton } from "#components/frame/preferences/settings-button.tsx";
import { WaitingBadge } from "#components/frame/waiting/waiting-badge.tsx";
import { changeRate, direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { WalletButton } from "#components/identity/wallet/wallet-button.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { klineReader } from "#components/trading/chart/bar-feed.ts";
import type { Freshness } from "#components/trading/live/freshness.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import {
  useAgeSeconds,
  useFreshness,
  useNotCurrent,
} from "#components/trading/live/use-freshness.ts";
import type { ListedMarket } from "#components/trading/markets/listed-market.ts";
import { MarketButton } from "#components/trading/markets/market-button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { useStatus } from "./status.ts";
import { signed } from "./status-line.tsx";

export type TopBarProps = {
  markets: readonly ListedMarket[];
  /** The mark of 24 hours ago, where known. */
  openingMark: string | undefined;
  inert: boolean;
};

/** Brand, market, price and statistics, the age of the data, and the wallet. Two rows on a phone. */
export function TopBar({ markets, openingMark, inert }: TopBarProps) {
  const text = useText("shell");
  const { sessionAddress } = useWallet();
  return (
    <header
      inert={inert}
      className="flex min-w-0 flex-wrap items-center gap-x-2 bg-surface lg:h-14 lg:flex-nowrap lg:gap-x-4"
    >
      <div className="flex h-12 min-w-0 shrink-0 items-center gap-3 ps-3">
        <span className="text-base font-bold tracking-tight max-sm:hidden">svc</span>
        <MarketButton markets={markets} />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways when it is narrow
        tabIndex={0}
        aria-label={text("priceAndStatistics")}
        className="relative order-3 flex min-w-0 flex-1 basis-3/4 items-center gap-5 overflow-x-auto border-t px-3 py-2 lg:order-none lg:basis-0 lg:border-t-0 lg:px-0"
      >
        <MarkPrice />
        <Stats openingMark={openingMark} />
      </section>
      <div className="order-4 self-stretch border-t pe-2 max-lg:flex max-lg:items-center lg:order-none lg:self-auto lg:border-t-0 lg:pe-0">
        <Isolated label="data age">
          <DataAge />
        </Isolated>
      </div>
      <div className="order-2 ms-auto flex h-12 shrink-0 items-center gap-1 pe-3 lg:order-none lg:ms-0">
        <WaitingBadge session={sessionAddress} />
        <NotificationBell account={sessionAddress} />
        <SettingsButton />
        <span className="ms-1">
          <WalletButton />
        </span>
      </div>
    </header>
  );
}

/** The market's price is the mark, never the last trade. */
function MarkPrice() {
  const text = useText("shell");
  const { figure } = useFormat();
  const market = useMarket();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  return (
    <div className={cn("flex shrink-0 flex-col", notCurrent && "not-current")}>
      <span className="text-2xs leading-3 text-ink-faint">{text("markPrice")}</span>
      <span
        data-testid="mark-price"
        data-mark={mark}
        dir="ltr"
        className="text-xl leading-6 font-semibold rtl:text-end"
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
  const { priceDecimals } = marketScale(market);
  const change = useDayChange(openingMark);
  // The venue sends "0" before the first fill.
  const last = stats?.last_traded_price;
  return (
    <dl className="flex shrink-0 items-center gap-5">
      <Stat
        label={text("change24h")}
        tone={directionClass(direction(change))}
        value={percent(change)}
      />
      <Stat
        label={text("volume24h")}
        value={`${compact(stats?.volume_24h)} ${market.quote_asset.symbol}`}
      />
      <Stat
        label={text("openInterest")}
        value={`${compact(stats?.open_interest)} ${market.base_asset.symbol}`}
      />
      <Stat
        label={text("lastTrade")}
        value={figure(last === "0" ? undefined : last, priceDecimals)}
        tone="text-ink-muted"
        // A clipped price reads as another price, so it is hidden where the bar is too narrow.
        className="md:max-xl:hidden"
      />
    </dl>
  );
}

type StatProps = { label: string; value: string; tone?: string; className?: string };

function Stat({ label, value, tone, className }: StatProps) {
  return (
    <div className={cn("flex flex-col whitespace-nowrap", className)}>
      <dt className="text-2xs leading-3.5 text-ink-faint">{label}</dt>
      <dd className={cn("text-xs", tone)}>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  );
}

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

/**
 * Change of the mark over 24 hours as a rate, `0.0123` for 1.23 %, from the chart's series. `openingMark` is the mark
 * of 24 hours before the page was rendered.
 */
function useDayChange(openingMark: string | undefined): Decimal | undefined {
  const market = useMarket();
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
  return changeRate(open, mark, marketScale(market).priceDecimals);
}

const DOT: Record<Freshness, string> = {
  connecting: "bg-ink-faint",
  live: "bg-accent",
  stale: "bg-warn",
  reconnecting: "bg-warn",
};

/**
 * The age of the price, by the data and not by the connection. On a phone it opens the figures of the status line too.
 */
function DataAge() {
  const text = useText("shell");
  const state = useFreshness();
  const seconds = useAgeSeconds();
  const aged = state !== "live" && state !== "connecting" && seconds !== undefined;
  return (
    <span className="flex justify-end lg:w-40">
      <Tooltip text={<Ages />}>
        {(describedBy) => (
          <button
            type="button"
            aria-describedby={describedBy}
            aria-label={text("data", { state: text(state) })}
            data-freshness={state}
            className={cn(
              "flex h-6 cursor-help items-center gap-1.5 rounded px-1.5 text-2xs whitespace-nowrap max-lg:h-7 max-lg:min-w-7 max-lg:justify-center",
              state === "stale" || state === "reconnecting"
                ? "bg-warn-soft text-warn"
                : "text-ink-muted",
            )}
          >
            <span aria-hidden className={cn("h-1.5 w-1.5 rounded-full", DOT[state])} />
            <span>{text(state)}</span>
            {aged ? <span>{text("seconds", { seconds })}</span> : null}
          </button>
        )}
      </Tooltip>
    </span>
  );
}

/** Seconds since each part was confirmed, the connection, and the latest block. */
function Ages() {
  const text = useText("shell");
  const { integer, figure } = useFormat();
  const block = useMarketState("block");
  const { leads, streamSeconds, roundTrip, skewMs } = useStatus();
  const ago = (seconds: number | undefined) =>
    seconds === undefined ? "—" : text("secondsAgo", { seconds });
  const took = (value: number | null | undefined) =>
    value === null || value === undefined
      ? "—"
      : text("milliseconds", { value: figure(value.toFixed(1), value < 10 ? 1 : 0) });
  const lines: readonly (readonly [string, string])[] = [
    [text("mark"), ago(useAgeSeconds())],
    [text("orderBook"), ago(useAgeSeconds("orderbook"))],
    [text("stream"), ago(streamSeconds)],
    [
      text("connection"),
      leads === undefined ? "—" : text(leads ? "ownConnection" : "sharedConnection"),
    ],
    [text("roundTrip"), took(roundTrip)],
    [
      text("clock"),
      skewMs === undefined ? "—" : text("milliseconds", { value: signed(skewMs, integer) }),
    ],
    [text("block"), block === undefined ? "—" : integer(block.height)],
    [text("blocksEvery"), took(block?.interval_ms)],
    [text("settledIn"), took(block?.settle_ms)],
  ];
  return (
    <span className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
      {lines.map(([name, value]) => (
        <Line key={name} name={name} value={value} />
      ))}
    </span>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-ink-muted">{name}</span>
      <bdi className="text-end">{value} </bdi>
    </>
  );
}
