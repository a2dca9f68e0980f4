"use client";

import { Star } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, memo } from "react";
import { direction, directionClass } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarketNavigation } from "#components/trading/screen/view/market-navigation.tsx";
import { useMarketHref } from "#components/trading/screen/view/view-state.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CoinIcon } from "#components/ui/coin-icon.tsx";
import { toggleFavourite } from "./favourites.ts";
import { sparklinePath } from "./sparkline.ts";

export const ROW_PX = 44;
/** Star, market, day, mark, change, volume, open interest, funding. On a phone the mark is above the change. */
export const COLUMNS =
  "grid grid-cols-[28px_minmax(0,1fr)_64px_104px] items-center gap-x-2 px-2 sm:grid-cols-[28px_minmax(0,1fr)_68px_84px_88px_124px_132px_76px]";

const LINE = { width: 64, height: 22 };

type MarketRowProps = {
  id: string;
  symbol: string;
  base: string;
  maxLeverage: number;
  priceDecimals: number;
  mark: string | undefined;
  change: string | undefined;
  volume: string | undefined;
  openInterest: string | undefined;
  funding: string | undefined;
  /** One price for each hour; `undefined` while unknown. */
  prices: readonly string[] | undefined;
  starred: boolean;
  /** True for the row that Enter opens. */
  active: boolean;
  /** True for the market of this page. */
  isCurrent: boolean;
  /** The row's offset in pixels, and its spoken index. */
  top: number;
  rowIndex: number;
  onOpened: () => void;
};

/** One market. Renders only when something it shows has changed. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { id, symbol, base, maxLeverage, priceDecimals, mark, change, volume, prices } = props;
  const { figure, percent, compact } = useFormat();
  const tone = directionClass(direction(change));
  return (
    <tr
      id={id}
      aria-rowindex={props.rowIndex}
      aria-selected={props.active}
      style={{ height: ROW_PX, transform: `translateY(${props.top}px)` }}
      className={cn(
        COLUMNS,
        "absolute inset-x-0 top-0 rounded hover:bg-hover",
        props.active && "bg-hover outline outline-1 -outline-offset-1 outline-accent",
      )}
    >
      <td>
        <StarButton symbol={symbol} starred={props.starred} />
      </td>
      <td className="min-w-0 whitespace-nowrap">
        <MarketLink
          symbol={symbol}
          prefetch={false}
          tabIndex={-1}
          aria-current={props.isCurrent ? "page" : undefined}
          onClick={props.onOpened}
          // The link covers the row; the star lies above it.
          className="font-medium after:absolute after:inset-0 aria-[current=page]:text-accent"
        >
          <CoinIcon symbol={base} size={20} className="me-2" />
          <bdi>{symbol}</bdi>
        </MarketLink>
        <span className="ms-1.5 rounded bg-raised px-1 text-2xs text-ink-muted">
          <bdi>{`${maxLeverage}×`}</bdi>
        </span>
        <span aria-hidden className="block text-2xs text-ink-faint sm:hidden">
          {compact(volume)}
        </span>
      </td>
      <td className={tone}>
        <Sparkline prices={prices} mark={mark} />
      </td>
      <td className="text-end">
        <span>{figure(mark, priceDecimals)}</span>
        <span aria-hidden className={cn("block text-2xs sm:hidden", tone)}>
          {percent(change)}
        </span>
      </td>
      <td className={cn("text-end max-sm:sr-only", tone)}>{percent(change)}</td>
      <td className="text-end text-ink-muted max-sm:sr-only">{compact(volume)}</td>
      <td className="text-end text-ink-muted max-sm:sr-only">{compact(props.openInterest)}</td>
      <td className="text-end text-ink-muted max-sm:sr-only">{percent(props.funding, 4)}</td>
    </tr>
  );
});

function StarButton({ symbol, starred }: { symbol: string; starred: boolean }) {
  const text = useText("markets");
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={starred}
      aria-label={text("star")}
      title={text(starred ? "removeFavourite" : "addFavourite", { market: symbol })}
      onClick={() => toggleFavourite(symbol)}
      className={cn(
        "relative z-10 flex h-7 w-7 items-center justify-center rounded hover:bg-raised",
        starred ? "text-warn" : "text-ink-faint hover:text-ink",
      )}
    >
      <Star size={14} aria-hidden {...(starred ? { fill: "currentColor" } : {})} />
    </button>
  );
}

/** The last 24 hours, ending with the mark. */
function Sparkline({ prices, mark }: Pick<MarketRowProps, "prices" | "mark">) {
  if (!prices) return null;
  const path = sparklinePath(mark === undefined ? prices : [...prices.slice(0, -1), mark], LINE);
  return (
    <svg
      aria-hidden
      viewBox={`0 -1 ${LINE.width} ${LINE.height + 2}`}
      width={LINE.width}
      height={LINE.height + 2}
      className="block"
      // Time runs from left to right in every language, as in the chart.
      direction="ltr"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth={1.25} />
    </svg>
  );
}

type MarketLinkProps = Omit<ComponentProps<typeof Link>, "href"> & { symbol: string };

/** A link to another market that keeps the view. Middle clicks and keys work as for any link. */
function MarketLink({ symbol, ...rest }: MarketLinkProps) {
  const { go, prepare } = useMarketNavigation();
  const href = useMarketHref()(symbol);
  return (
    <Link
      prefetch={false}
      {...rest}
      href={href}
      onPointerEnter={() => prepare(symbol)}
      onNavigate={(event) => {
        event.preventDefault();
        go(symbol);
      }}
    />
  );
}
