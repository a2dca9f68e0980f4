"use client";

import { useEffect } from "react";
import { useFormat } from "#components/i18n/i18n-provider.tsx";
import { useMarket, useMarketStore } from "#components/trading/live/market-stream.tsx";
import { marketScale } from "#lib/protocol/markets.ts";

/** The title is written at most so often. */
const LEAST_MS = 500;

/**
 * Keeps the mark and the symbol in the window's title, for those who work in another tab. It follows the marks and no
 * timer: timers of hidden pages run once a minute.
 */
export function usePriceTitle(): void {
  const market = useMarket();
  const store = useMarketStore();
  const { figure } = useFormat();
  useEffect(() => {
    const { priceDecimals } = marketScale(market);
    let writtenAt = 0;
    const write = () => {
      if (Date.now() - writtenAt < LEAST_MS) return;
      writtenAt = Date.now();
      const mark = store.get("mark");
      const price = mark === undefined ? "" : `${figure(mark, priceDecimals)} `;
      const title = `${price}${market.symbol} · svc`;
      if (document.title !== title) document.title = title;
    };
    write();
    return store.subscribe("mark", write);
  }, [market, store, figure]);
}
