"use client";

import { compact, direction, directionClass, figure, percent } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { useNotCurrent } from "#components/market-stream/use-freshness.ts";
import { cn } from "#components/ui/class-names.ts";
import { WalletButton } from "#components/wallet/wallet-button.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import { DataAge } from "./data-age.tsx";
import { useDayChange } from "./day-change.ts";
import { MarketSwitcher, type SwitcherMarket } from "./market-switcher.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

export type TopBarProps = {
  markets: SwitcherMarket[];
  /** The mark of 24 hours ago, when it is known. */
  openingMark: string | undefined;
  simulated: boolean;
};

/** Brand, market, price and statistics, how old the data is, and the wallet. */
export function TopBar({
  markets,
  openingMark,
  simulated,
  inert,
}: TopBarProps & { inert: boolean }) {
  return (
    <header
      inert={inert}
      className="flex min-w-0 flex-wrap items-center gap-x-4 bg-surface lg:h-14 lg:flex-nowrap"
    >
      <div className="flex h-12 shrink-0 items-center gap-3 pl-3">
        <span className="text-base font-bold tracking-tight">svc</span>
        <MarketSwitcher markets={markets} />
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways when it is narrow
        tabIndex={0}
        aria-label="Price and statistics"
        className="relative order-3 flex w-full min-w-0 items-center gap-5 overflow-x-auto border-t px-3 py-2 lg:order-none lg:w-auto lg:flex-1 lg:border-t-0 lg:px-0"
      >
        <MarkPrice />
        <Stats openingMark={openingMark} />
      </section>
      <div className="ml-auto flex h-12 shrink-0 items-center gap-2 pr-3">
        {simulated ? <SimulatedBadge className="max-sm:hidden" /> : null}
        <DataAge />
        <ThemeMenu />
        <WalletButton />
      </div>
    </header>
  );
}

/** Prices, makers and funds here are made by the sandbox, not by a real market. */
export function SimulatedBadge({ className }: { className: string }) {
  return (
    <span
      className={cn(
        "rounded border border-warn-line bg-warn-soft px-1.5 text-2xs whitespace-nowrap text-warn",
        className,
      )}
    >
      Simulated market
    </span>
  );
}

/** The price of the market: the mark, never the last trade. */
function MarkPrice() {
  const market = useMarket();
  const mark = useMarketState("mark");
  const notCurrent = useNotCurrent();
  return (
    <div className={cn("flex shrink-0 flex-col", notCurrent && "not-current")}>
      <span className="text-2xs leading-3 text-ink-faint">Mark price</span>
      <span data-testid="mark-price" data-mark={mark} className="text-xl leading-6 font-semibold">
        {figure(mark, marketScale(market).priceDecimals)}
      </span>
    </div>
  );
}

function Stats({ openingMark }: { openingMark: string | undefined }) {
  const market = useMarket();
  const stats = useMarketState("stats");
  const { priceDecimals } = marketScale(market);
  const base = market.base_asset.symbol;
  const quote = market.quote_asset.symbol;
  const change = useDayChange(openingMark);
  return (
    <dl className="flex shrink-0 items-center gap-5">
      <Stat label="24h change" tone={directionClass(direction(change))} value={percent(change)} />
      <Stat label="24h volume" value={`${compact(stats?.volume_24h)} ${quote}`} />
      <Stat label="Open interest" value={`${compact(stats?.open_interest)} ${base}`} />
      <Stat
        label="Last trade"
        value={lastTrade(stats?.last_traded_price, priceDecimals)}
        tone="text-ink-muted"
        // A price that is cut off reads as another price: where the bar has no room, it is left out.
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
      <dd className={`text-xs ${tone ?? ""}`}>{value}</dd>
    </div>
  );
}

/** The venue says "0" before the first fill. */
function lastTrade(price: string | undefined, decimals: number): string {
  return price === undefined || price === "0" ? "—" : figure(price, decimals);
}
