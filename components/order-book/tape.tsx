"use client";

import { figure, timeOfDay } from "#components/format.ts";
import { AgeNote } from "#components/market-stream/age-note.tsx";
import { useMarket, useMarketState } from "#components/market-stream/market-stream.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { marketScale } from "#lib/protocol/markets.ts";

/** Recent fills, newest first. These are trades and not the price: the price is the mark. */
export function Tape() {
  const market = useMarket();
  const trades = useMarketState("trades");
  const { priceDecimals } = marketScale(market);
  return (
    <>
      <div className="flex h-9 shrink-0 items-center border-b px-3">
        <h2 className="flex items-center gap-2 text-xs font-medium">
          Trades
          <AgeNote event="trades" />
        </h2>
      </div>
      <div className="grid shrink-0 grid-cols-3 px-3 pt-1.5 pb-1 text-2xs text-ink-faint">
        <span>Price</span>
        <span className="text-right">Size ({market.base_asset.symbol})</span>
        <span className="text-right">Time</span>
      </div>
      <div className="min-h-0 flex-1">
        <section
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          aria-label="Recent trades"
          // Whole rows only: the last one is not cut through.
          style={{ height: "round(down, 100%, 19px)" }}
          className="relative overflow-y-auto"
        >
          {trades === undefined ? <Loading label="Loading trades" rows={6} /> : null}
          {trades?.length === 0 ? <Notice title="No trades yet." /> : null}
          {/* By place and not by id: new fills change the text of rows that stay where they are. */}
          {trades?.map((trade, place) => (
            <div
              key={`row-${place.toString()}`}
              data-trade-id={trade.id}
              className="grid grid-cols-3 px-3 text-2xs leading-[19px]"
            >
              <span className={trade.side === "BUY" ? "text-up" : "text-down"}>
                {figure(trade.price, priceDecimals)}
                <span className="sr-only">{trade.side === "BUY" ? " bought" : " sold"}</span>
              </span>
              <span className="text-right">{trade.size}</span>
              <span className="text-right text-ink-muted">{timeOfDay(trade.created_at)}</span>
            </div>
          ))}
        </section>
      </div>
    </>
  );
}
