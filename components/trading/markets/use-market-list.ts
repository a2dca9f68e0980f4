"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { changeRate } from "#components/i18n/figures.ts";
import { streamClient } from "#components/trading/live/browser.ts";
import type { StreamEvent } from "#components/trading/live/events.ts";
import { useMarket, useMarketState } from "#components/trading/live/market-stream.tsx";
import { ALL_MARKETS } from "#lib/protocol/market/market-data.ts";
import type { MarketStats } from "#lib/protocol/wire/market.ts";
import { type Day, DaySeries, readDay } from "./day-series.ts";
import type { ListedMarket, MarketFigures } from "./listed-market.ts";
import { orderMarkets, type Sort, worthAt } from "./market-order.ts";

/** The order follows the figures at this interval, except while the pointer is on a row. */
const REORDER_MS = 2_000;

export type Figures = Readonly<Record<string, MarketFigures>>;

/** Cached between openings of the list. */
let cachedDays: DaySeries | undefined;
let changed: () => void = () => undefined;

function daySeries(): DaySeries {
  cachedDays ??= new DaySeries({ read: readDay, now: () => Date.now(), onChange: () => changed() });
  return cachedDays;
}

export type Days = {
  dayOf: (symbol: string) => Day | undefined;
  /** Sets the markets whose days are read. */
  want: (symbols: readonly string[]) => void;
  /** Changes with each new day. */
  version: number;
};

/** The last 24 hours of the visible markets. */
export function useDays(): Days {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    changed = () => setVersion((before) => before + 1);
    return () => {
      changed = () => undefined;
      daySeries().want([]);
    };
  }, []);
  const dayOf = useCallback((symbol: string) => daySeries().get(symbol), []);
  const want = useCallback((symbols: readonly string[]) => daySeries().want(symbols), []);
  return { dayOf, want, version };
}

/** The figures of every market, live while the list is open. */
export function useFigures(
  markets: readonly ListedMarket[],
  { dayOf, version }: Pick<Days, "dayOf" | "version">,
): Figures {
  const current = useMarket().symbol;
  const liveMark = useMarketState("mark");
  const [list, setList] = useState(EMPTY_LIST);
  useEffect(() => {
    const feed = new ListFeed(setList);
    const { release } = streamClient().subscribe({
      market: ALL_MARKETS,
      intervals: [],
      onEvent: (event) => feed.apply(event),
      onState: () => undefined,
    });
    return () => {
      feed.stop();
      release();
    };
  }, []);
  return useMemo(() => {
    const rows = markets.map(({ symbol, mark: first, priceDecimals }) => {
      const stats = list.stats[symbol];
      const live = symbol === current ? liveMark : undefined;
      const mark = live ?? list.marks[symbol] ?? first;
      // The same computation as in the top bar; before the day is known, the venue's own change.
      const opening = dayOf(symbol)?.opening;
      const change =
        opening === undefined
          ? stats?.price_change_rate_24h
          : changeRate(opening, mark, priceDecimals);
      const openInterest = worthAt(stats?.open_interest, mark);
      const [volume, funding] = [stats?.volume_24h, stats?.funding_rate];
      return [symbol, { mark, change, volume, openInterest, funding }] as const;
    });
    return Object.fromEntries(rows);
    // oxlint-disable-next-line react/exhaustive-deps -- days are stored outside React: `version` marks their changes
  }, [markets, list, current, liveMark, dayOf, version]);
}

type OrderOptions = {
  typed: string;
  sort: Sort;
  starred: readonly string[];
  figures: Figures;
  /** True while the pointer is on a row: the order must not change. */
  isPaused: boolean;
};

/** The markets in order. The order is computed every two seconds, so that rows do not jump with every tick. */
export function useOrdered(
  markets: readonly ListedMarket[],
  { typed, sort, starred, figures, isPaused }: OrderOptions,
): ListedMarket[] {
  const [basis, setBasis] = useState(figures);
  const latest = useRef(figures);
  useEffect(() => {
    latest.current = figures;
  }, [figures]);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => setBasis(latest.current), REORDER_MS);
    return () => clearInterval(timer);
  }, [isPaused]);
  // The first figures are applied at once, except while the pointer is on a row.
  if (!isPaused && !hasVolumes(basis) && hasVolumes(figures)) setBasis(figures);
  return useMemo(
    () => orderMarkets(markets, { typed, sort, favourites: new Set(starred), figures: basis }),
    [markets, typed, sort, starred, basis],
  );
}

function hasVolumes(figures: Figures): boolean {
  return Object.values(figures).some(({ volume }) => volume !== undefined);
}

/** Marks and statistics of every market as one value that changes a few times a second at most. */
type ListState = {
  marks: Readonly<Record<string, string>>;
  stats: Readonly<Record<string, MarketStats>>;
};

const PUBLISH_INTERVAL_MS = 250;

const EMPTY_LIST: ListState = { marks: {}, stats: {} };

class ListFeed {
  readonly #onState: (state: ListState) => void;
  #state = EMPTY_LIST;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onState: (state: ListState) => void) {
    this.#onState = onState;
  }

  apply(event: StreamEvent): void {
    if (event.name === "allMarks") {
      this.#state = { ...this.#state, marks: event.data.marks };
    } else if (event.name === "allStats") {
      const rows = event.data.results.map((row) => [row.symbol, row] as const);
      this.#state = { ...this.#state, stats: Object.fromEntries(rows) };
    } else {
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onState(this.#state);
    }, PUBLISH_INTERVAL_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
