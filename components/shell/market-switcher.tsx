"use client";

import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { klineReader } from "#components/chart/bar-feed.ts";
import { changeRate, direction, directionClass, figure, percent } from "#components/format.ts";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { streamClient } from "#components/stream-client/browser.ts";
import { Menu } from "#components/ui/menu.tsx";
import { ALL_MARKETS } from "#lib/protocol/market-data.ts";

export type SwitcherMarket = {
  symbol: string;
  base: string;
  /** The mark when the page was rendered; `undefined` when there was none. */
  mark: string | undefined;
  priceDecimals: number;
};

type MarkOf = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;

/** The list of markets with their marks and the change of 24 hours; both live while it is open. */
export function MarketSwitcher({ markets }: { markets: SwitcherMarket[] }) {
  const current = useMarket();
  const liveMark = useMarketState("mark");
  const [open, setOpen] = useState(false);
  const marks = useAllMarks(open);
  const openings = useOpenings(open, markets);
  return (
    <Menu
      label={`Market ${current.symbol}. Change market`}
      heading="Market, mark price, 24h change"
      onOpenChange={setOpen}
      className="w-72"
      buttonClassName="flex h-8 items-center gap-1.5 rounded border border-line-strong bg-raised px-2.5 font-semibold hover:bg-hover"
      button={
        <>
          {current.symbol}
          <ChevronDown size={14} aria-hidden className="text-ink-muted" />
        </>
      }
      entries={markets.map((market) => {
        const here = market.symbol === current.symbol;
        const mark = (here ? liveMark : marks[market.symbol]) ?? market.mark;
        const change = changeRate(openings[market.symbol], mark, market.priceDecimals);
        return {
          key: market.symbol,
          href: `/trade/${market.symbol}`,
          label: (
            <>
              <span className={here ? "flex-1 text-accent" : "flex-1"}>{market.symbol}</span>
              <span>{figure(mark, market.priceDecimals)}</span>
              <span className={`w-16 text-right text-xs ${directionClass(direction(change))}`}>
                {percent(change)}
              </span>
            </>
          ),
        };
      })}
    />
  );
}

/** The mark of every market by symbol, followed while the list is open. */
function useAllMarks(open: boolean): MarkOf {
  const [marks, setMarks] = useState<MarkOf>({});
  useEffect(() => {
    if (!open) return;
    const { release } = streamClient().subscribe({
      market: ALL_MARKETS,
      intervals: [],
      onEvent: (event) => {
        if (event.name === "allMarks") setMarks(event.data.marks);
      },
      onState: () => undefined,
    });
    return release;
  }, [open]);
  return marks;
}

/** The mark of 24 hours ago by symbol, from the series that the chart shows; read when the list is opened. */
function useOpenings(open: boolean, markets: readonly SwitcherMarket[]): MarkOf {
  const [openings, setOpenings] = useState<MarkOf>({});
  useEffect(() => {
    if (!open) return;
    const startAt = Date.now() - DAY_MS;
    for (const { symbol } of markets) {
      void klineReader(
        symbol,
        "1m",
      )({ startAt, endAt: startAt + 120_000 }).then((bars) => {
        const first = bars?.[0];
        if (first) setOpenings((known) => ({ ...known, [symbol]: first.open }));
      });
    }
  }, [open, markets]);
  return openings;
}
