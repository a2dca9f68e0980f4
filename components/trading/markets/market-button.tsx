"use client";

import { ChevronDown, Star } from "lucide-react";
import { lazy, memo, useCallback, useRef, useState } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useMarketNavigation } from "#components/trading/screen/view/market-navigation.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CoinIcon } from "#components/ui/coin-icon.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { favourites, toggleFavourite } from "./favourites.ts";
import type { ListedMarket } from "./listed-market.ts";

const load = () => import("./market-panel.tsx");
const MarketPanel = lazy(load);

type MarketButtonProps = { markets: readonly ListedMarket[]; className?: string };

/**
 * The market's name in the top bar. It opens the list of all markets, whose code is loaded when the pointer comes near.
 */
export function MarketButton({ markets, className }: MarketButtonProps) {
  const { symbol, base_asset: base } = useMarket();
  const text = useText("markets");
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={text("button", { market: symbol })}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
        className={cn(
          "flex h-8 items-center gap-1.5 rounded border border-line-strong bg-raised px-2.5 font-semibold hover:bg-hover",
          className,
        )}
      >
        <ThisStar symbol={symbol} />
        <CoinIcon symbol={base.symbol} size={18} />
        <bdi>{symbol}</bdi>
        <ChevronDown size={14} aria-hidden className="text-ink-muted" />
      </button>
      <MarketCommands markets={markets} current={symbol} onSearch={show} />
      {open ? (
        <LazyBoundary onFailure={close}>
          <MarketPanel markets={markets} onClose={close} button={button} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function ThisStar({ symbol }: { symbol: string }) {
  if (!useStore(favourites).includes(symbol)) return null;
  return <Star size={12} aria-hidden fill="currentColor" className="text-warn" />;
}

type MarketCommandsProps = {
  markets: readonly ListedMarket[];
  current: string;
  onSearch: () => void;
};

/** Commands: one for each market, and one for the list. */
const MarketCommands = memo(function MarketCommands(props: MarketCommandsProps) {
  const { markets, current, onSearch } = props;
  const text = useText("markets");
  const { go } = useMarketNavigation();
  const starred = useStore(favourites).includes(current);
  const others = markets.filter(({ symbol }) => symbol !== current);
  useCommands([
    {
      id: "market.search",
      section: "market",
      title: text("searchCommand"),
      keywords: text("keywords"),
      keys: "/",
      run: onSearch,
    },
    {
      id: "market.favourite",
      section: "market",
      title: text(starred ? "removeFavourite" : "addFavourite", { market: current }),
      run: () => toggleFavourite(current),
    },
    ...others.map(({ symbol, base }) => ({
      id: `market.open-${symbol}`,
      section: "market" as const,
      title: text("goTo", { market: symbol }),
      keywords: base,
      run: () => go(symbol),
    })),
  ]);
  return null;
});

function preload(): void {
  void load().catch(() => undefined);
}
