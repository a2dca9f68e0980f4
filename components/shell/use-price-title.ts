"use client";

import { useEffect } from "react";
import { figure } from "#components/format.ts";
import { useMarket, useMarketStore } from "#components/market-stream/market-stream.tsx";
import { marketScale } from "#lib/protocol/markets.ts";

const REFRESH_MS = 1_000;

/** Keeps the mark and the symbol in the window's title, for those who work in another tab. */
export function usePriceTitle(): void {
  const market = useMarket();
  const store = useMarketStore();
  useEffect(() => {
    const { priceDecimals } = marketScale(market);
    const write = () => {
      const mark = store.get("mark");
      const price = mark === undefined ? "" : `${figure(mark, priceDecimals)} `;
      const title = `${price}${market.symbol} · svc`;
      if (document.title !== title) document.title = title;
    };
    write();
    const timer = setInterval(write, REFRESH_MS);
    return () => clearInterval(timer);
  }, [market, store]);
}
