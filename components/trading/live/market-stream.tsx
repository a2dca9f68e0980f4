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
import { knowMarkets } from "#components/i18n/average-price.ts";
import type { KlineInterval } from "#lib/protocol/kline.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { streamClient } from "./browser.ts";
import {
  type InitialMarketState,
  type MarketState,
  MarketStore,
  type Slice,
} from "./market-store.ts";
import type { StreamState, Subscribed } from "./stream-client.ts";
import { TapeFeed, tapeReader } from "./tape-feed.ts";

type MarketContextValue = {
  market: Market;
  store: MarketStore;
  /** Sets the interval of the bars that the stream sends. */
  followInterval: (interval: KlineInterval) => void;
};

const MarketContext = createContext<MarketContextValue | undefined>(undefined);

type MarketStreamProps = { market: Market; initial: InitialMarketState; children: ReactNode };

/** Follows a market's stream and provides its live state. */
export function MarketStream({ market, initial, children }: MarketStreamProps) {
  const [store] = useState(() => new MarketStore(initial));
  const subscribed = useRef<Subscribed | undefined>(undefined);
  const interval = useRef<KlineInterval>("1m");

  const followInterval = useCallback((next: KlineInterval) => {
    interval.current = next;
    subscribed.current?.setIntervals([next]);
  }, []);

  useEffect(() => knowMarkets([market]), [market]);
  useEffect(() => {
    const tape = new TapeFeed(tapeReader(market.symbol), (trades) => store.setTape(trades));
    store.onTapeHole(() => void tape.refresh());
    const live = streamClient().subscribe({
      market: market.symbol,
      intervals: [interval.current],
      onEvent: (event, at) => store.apply(event, at),
      onState: tapeFollows(tape, store),
    });
    subscribed.current = live;
    return () => {
      subscribed.current = undefined;
      live.release();
      tape.stop();
    };
  }, [market.symbol, store]);

  const value = useMemo(() => ({ market, store, followInterval }), [market, store, followInterval]);
  return <MarketContext value={value}>{children}</MarketContext>;
}

/**
 * Fills are sent once, so the tape is read when the stream opens, and again when fills may have been missed. Without a
 * stream it is read as well, so that there is a tape to show.
 */
function tapeFollows(tape: TapeFeed, store: MarketStore): (state: StreamState) => void {
  let readFor: number | undefined;
  return (state) => {
    store.setStream(state);
    if (state.connection === "connecting" || readFor === state.epoch) return;
    // A read before the stream is open is repeated then.
    if (state.connection !== "reconnecting") readFor = state.epoch;
    else if (store.get("trades") !== undefined) return;
    void tape.refresh();
  };
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

/** One slice of the live state; renders only when that slice changes. */
export function useMarketState<Name extends Slice>(slice: Name): MarketState[Name] {
  const { store } = useMarketContext();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(slice, listener),
    [store, slice],
  );
  const read = useCallback(() => store.get(slice), [store, slice]);
  return useSyncExternalStore(subscribe, read, read);
}
