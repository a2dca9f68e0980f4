"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { klineReader } from "#components/chart/bar-feed.ts";
import { figure } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { Menu, MenuLabel, MenuLink } from "#components/ui/menu.tsx";

export type SwitcherMarket = {
  symbol: string;
  base: string;
  /** The mark when the page was rendered; `undefined` when there was none. */
  mark: string | undefined;
  priceDecimals: number;
};

const REFRESH_MS = 3_000;

/** The list of markets with their marks. */
export function MarketSwitcher({ markets }: { markets: SwitcherMarket[] }) {
  const current = useMarket();
  const liveMark = useMarketState("mark");
  const [open, setOpen] = useState(false);
  const marks = useOtherMarks(open, markets);
  return (
    <Menu
      onOpenChange={setOpen}
      className="w-64"
      trigger={
        <button
          type="button"
          aria-label={`Market ${current.symbol}. Change market`}
          className="flex h-8 items-center gap-1.5 rounded border border-line-strong bg-raised px-2.5 font-semibold hover:bg-hover"
        >
          {current.symbol}
          <ChevronDown size={14} aria-hidden className="text-ink-muted" />
        </button>
      }
    >
      <MenuLabel>Market, mark price</MenuLabel>
      {markets.map((market) => {
        const mark = market.symbol === current.symbol ? liveMark : marks[market.symbol];
        return (
          <MenuLink key={market.symbol}>
            <Link
              href={`/trade/${market.symbol}`}
              aria-current={market.symbol === current.symbol ? "page" : undefined}
              className="aria-[current=page]:text-accent"
            >
              <span className="flex-1">{market.symbol}</span>
              <span className="text-ink">{figure(mark ?? market.mark, market.priceDecimals)}</span>
            </Link>
          </MenuLink>
        );
      })}
    </Menu>
  );
}

/** Marks of the markets that have no stream here: the close of their open bar, read while the list is open. */
function useOtherMarks(open: boolean, markets: SwitcherMarket[]): Record<string, string> {
  const { symbol } = useMarket();
  const [marks, setMarks] = useState<Record<string, string>>({});
  useEffect(() => {
    if (!open) return;
    const read = async () => {
      const others = markets.filter((market) => market.symbol !== symbol);
      const found = await Promise.all(
        others.map(async (market) => {
          const bars = await klineReader(market.symbol, "1m")({ startAt: Date.now() - 120_000 });
          return [market.symbol, bars?.at(-1)?.close] as const;
        }),
      );
      setMarks((known) => ({ ...known, ...definedEntries(found) }));
    };
    void read();
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [open, markets, symbol]);
  return marks;
}

function definedEntries(
  entries: readonly (readonly [string, string | undefined])[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of entries) if (value !== undefined) found[name] = value;
  return found;
}
