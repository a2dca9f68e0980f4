"use client";

import { useQuery } from "@tanstack/react-query";
import { knowPriceDecimals } from "#components/average-price.ts";
import { readJson } from "#components/http.ts";
import { type Market, marketScale } from "#lib/protocol/markets.ts";

const MINUTES_10 = 600_000;

/** The rules of all markets, read once: positions and history are of any market, not of the page's alone. */
export function useMarketList(): readonly Market[] | undefined {
  const { data } = useQuery({
    queryKey: ["market-list"],
    staleTime: MINUTES_10,
    retry: 3,
    queryFn: async ({ signal }) => {
      const answer = await readJson("/api/perps-dex/markets", signal);
      if (!answer.ok || !Array.isArray(answer.body)) throw new Error("The markets were not read.");
      const markets = answer.body as Market[];
      knowPriceDecimals(markets);
      return markets;
    },
  });
  return data;
}

export function useTerms(symbol: string): Market | undefined {
  return useMarketList()?.find((market) => market.symbol === symbol);
}

/** Digits after the point of a market's prices; `undefined` until they are known: then a price is shown as it is written. */
export function usePriceDecimals(symbol: string): number | undefined {
  const market = useTerms(symbol);
  return market && marketScale(market).priceDecimals;
}
