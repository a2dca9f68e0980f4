"use client";

import { type QueryClient, QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { readJson } from "#components/data/http.ts";
import { knowMarkets } from "#components/i18n/average-price.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { readFailure } from "./account-reads.ts";

const MINUTES_10 = 600_000;

type MarketList = {
  subscribe: (listener: () => void) => () => void;
  get: () => readonly Market[] | undefined;
};

const lists = new WeakMap<QueryClient, MarketList>();

/** The rules of all markets, read once: positions and history may be of any market. */
export function useMarketList(): readonly Market[] | undefined {
  const list = marketListOf(useQueryClient());
  return useSyncExternalStore(list.subscribe, list.get, () => undefined);
}

/** One shared observer: every price cell needs the list, and an observer for each slows long tables down. */
export function marketListOf(client: QueryClient): MarketList {
  const list = lists.get(client) ?? observe(client);
  lists.set(client, list);
  return list;
}

function observe(client: QueryClient): MarketList {
  const observer = new QueryObserver<readonly Market[]>(client, {
    queryKey: ["market-list"],
    staleTime: MINUTES_10,
    queryFn: async ({ signal }) => {
      const answer = await readJson<Market[]>("/api/perps-dex/markets", signal);
      if (!answer.ok) throw readFailure(answer);
      knowMarkets(answer.body);
      return answer.body;
    },
  });
  return {
    subscribe: (listener) => observer.subscribe(listener),
    get: () => observer.getCurrentResult().data,
  };
}

export function useTerms(symbol: string): Market | undefined {
  return useMarketList()?.find((market) => market.symbol === symbol);
}

/** Decimals of a market's prices; `undefined` until they are known, and prices are shown unformatted. */
export function usePriceDecimals(symbol: string): number | undefined {
  const market = useTerms(symbol);
  return market && marketScale(market).priceDecimals;
}
