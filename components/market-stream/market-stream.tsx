"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { readJson } from "#components/http.ts";
import { serverNow } from "#components/server-clock.ts";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { Market } from "#lib/protocol/markets.ts";
import { MarketConnection } from "./connection.ts";
import { isRecord, isTrades } from "./events.ts";
import { type Freshness, freshness, markAge } from "./freshness.ts";
import {
  type InitialMarketState,
  type MarketState,
  MarketStore,
  type Slice,
} from "./market-store.ts";

const TAPE_RETRY_MS = 3_000;

type MarketContextValue = {
  market: Market;
  store: MarketStore;
  /** Names the interval of which the stream sends bars. */
  followInterval: (interval: KlineInterval) => void;
};

const MarketContext = createContext<MarketContextValue | undefined>(undefined);

type MarketStreamProps = { market: Market; initial: InitialMarketState; children: ReactNode };

/** Opens the stream of a market and gives everything below it the market's live state. */
export function MarketStream({ market, initial, children }: MarketStreamProps) {
  const [store] = useState(() => new MarketStore(initial));
  const connection = useRef<MarketConnection | undefined>(undefined);
  const interval = useRef<KlineInterval>("1m");

  const followInterval = useCallback(
    (next: KlineInterval) => {
      interval.current = next;
      connection.current?.switchTo(streamUrl(market.symbol, next));
    },
    [market.symbol],
  );

  useEffect(() => {
    let stopped = false;
    let tapeAsked = false;
    const live = new MarketConnection(streamUrl(market.symbol, interval.current), {
      open: (url) => new EventSource(url),
      now: () => Date.now(),
      onEvent: (event) => store.apply(event),
      onState: (state) => {
        store.setConnection(state);
        // Fills are sent once and never again: what was missed while away is read from the tape.
        // Without a stream the tape is read all the same, until there is one to show.
        const missing = state === "reconnecting" && !tapeAsked;
        if (state !== "open" && !missing) return;
        tapeAsked = true;
        void loadTape(market.symbol, store, () => stopped);
      },
    });
    connection.current = live;
    live.start();
    const wake = () => {
      if (document.visibilityState === "visible") live.wake();
    };
    document.addEventListener("visibilitychange", wake);
    window.addEventListener("online", wake);
    window.addEventListener("pageshow", wake);
    return () => {
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      window.removeEventListener("pageshow", wake);
      stopped = true;
      live.stop();
      connection.current = undefined;
    };
  }, [market.symbol, store]);

  const value = useMemo(() => ({ market, store, followInterval }), [market, store, followInterval]);
  return <MarketContext value={value}>{children}</MarketContext>;
}

function useMarketContext(): MarketContextValue {
  const value = useContext(MarketContext);
  if (!value) throw new Error("This component must be inside MarketStream.");
  return value;
}

export function useMarket(): Market {
  return useMarketContext().market;
}

export function useMarketStore(): MarketStore {
  return useMarketContext().store;
}

export function useFollowInterval(): (interval: KlineInterval) => void {
  return useMarketContext().followInterval;
}

/** One part of the live state; renders again only when that part changes. */
export function useMarketState<Name extends Slice>(slice: Name): MarketState[Name] {
  const { store } = useMarketContext();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(slice, listener),
    [store, slice],
  );
  const read = useCallback(() => store.get(slice), [store, slice]);
  return useSyncExternalStore(subscribe, read, read);
}

/** How fresh the mark is, looked at four times a second. */
export function useFreshness(): Freshness {
  const { store } = useMarketContext();
  const connection = useMarketState("connection");
  const [state, setState] = useState<Freshness>("connecting");
  useEffect(() => {
    const look = () => {
      const clock = { now: Date.now(), serverNow: serverNow() };
      setState(freshness(store.markTimes, connection, clock));
    };
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [store, connection]);
  return state;
}

/** True when the prices on the screen are old: they are dimmed then, with their age beside them. */
export function useNotCurrent(): boolean {
  const state = useFreshness();
  return state === "stale" || state === "reconnecting";
}

/** Whole seconds since the mark was last confirmed; `undefined` when it never was. */
export function useMarkAgeSeconds(): number | undefined {
  const { store } = useMarketContext();
  const [seconds, setSeconds] = useState<number | undefined>();
  useEffect(() => {
    const look = () => {
      const age = markAge(store.markTimes, { now: Date.now(), serverNow: serverNow() });
      setSeconds(age === undefined ? undefined : Math.floor(age / 1000));
    };
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [store]);
  return seconds;
}

function streamUrl(symbol: string, interval: KlineInterval): string {
  return `/api/perps-dex/stream?market=${encodeURIComponent(symbol)}&kline=${interval}`;
}

/** Reads the tape; tries again until it could be read once, or until `gone`. */
async function loadTape(symbol: string, store: MarketStore, gone: () => boolean): Promise<void> {
  const answer = await readJson(`/api/perps-dex/trades?market=${encodeURIComponent(symbol)}`);
  if (gone()) return;
  if (answer.ok && isRecord(answer.body) && isTrades(answer.body.results)) {
    store.addTrades(answer.body.results);
  } else {
    setTimeout(() => {
      if (!gone()) void loadTape(symbol, store, gone);
    }, TAPE_RETRY_MS);
  }
}
