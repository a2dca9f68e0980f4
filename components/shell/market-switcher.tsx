"use client";

import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { klineReader } from "#components/chart/bar-feed.ts";
import { figure } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { Menu } from "#components/ui/menu.tsx";

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
      label={`Market ${current.symbol}. Change market`}
      heading="Market, mark price"
      onOpenChange={setOpen}
      className="w-60"
      buttonClassName="flex h-8 items-center gap-1.5 rounded border border-line-strong bg-raised px-2.5 font-semibold hover:bg-hover"
      button={
        <>
          {current.symbol}
          <ChevronDown size={14} aria-hidden className="text-ink-muted" />
        </>
      }
      entries={markets.map((market) => {
        const here = market.symbol === current.symbol;
        const mark = here ? liveMark : marks[market.symbol];
        return {
          key: market.symbol,
          href: `/trade/${market.symbol}`,
          label: (
            <>
              <span className={here ? "flex-1 text-accent" : "flex-1"}>{market.symbol}</span>
              <span>{figure(mark ?? market.mark, market.priceDecimals)}</span>
            </>
          ),
        };
      })}
    />
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
