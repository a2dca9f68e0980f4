"use client";

import { useEffect, useState } from "react";
import { changeRate } from "#components/i18n/figures.ts";
import { klineReader } from "#components/trading/chart/bar-feed.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/markets.ts";

const DAY_MS = 86_400_000;
const REFRESH_MS = 60_000;

/**
 * Change of the mark over 24 hours as a rate, `0.0123` for 1.23 %, from the series that the chart shows.
 * `openingMark` is the mark of 24 hours ago when the page was rendered.
 */
export function useDayChange(openingMark: string | undefined): Decimal | undefined {
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
