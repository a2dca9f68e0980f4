"use client";

import { useCallback, useEffect, useState } from "react";
import { lastRoundTrip } from "#components/data/http.ts";
import { clockSkew } from "#components/data/server-clock.ts";
import { streamClient } from "#components/trading/live/browser.ts";
import { useMarketStore } from "#components/trading/live/market-stream.tsx";
import type { ConnectionState } from "#components/trading/live/stream-connection.ts";

/** The figures of the status line; unknown ones are `undefined`. */
export type Status = {
  connection: ConnectionState;
  /** Whether this tab holds the connection. */
  leads: boolean | undefined;
  /** Whole seconds since the last message of the stream. */
  streamSeconds: number | undefined;
  /** Milliseconds. */
  roundTrip: number | undefined;
  /** Milliseconds by which the venue's clock is ahead of this computer's. */
  skewMs: number | undefined;
  blockHeight: number | undefined;
};

const UPDATE_INTERVAL_MS = 1_000;

const FIRST: Status = {
  connection: "connecting",
  leads: undefined,
  streamSeconds: undefined,
  roundTrip: undefined,
  skewMs: undefined,
  blockHeight: undefined,
};

/** Updated once a second, however fast blocks and events arrive. */
export function useStatus(): Status {
  const store = useMarketStore();
  const read = useCallback((): Status => {
    const streamAge = store.ages.ofStream(Date.now());
    const roundTrip = lastRoundTrip();
    const skew = clockSkew();
    return {
      connection: store.get("connection"),
      leads: streamClient().leads,
      streamSeconds: streamAge === undefined ? undefined : Math.floor(streamAge / 1000),
      roundTrip: roundTrip === undefined ? undefined : Math.round(roundTrip),
      skewMs: skew.state === "measured" ? skew.skewMs : undefined,
      blockHeight: store.get("block")?.height,
    };
  }, [store]);
  const [status, setStatus] = useState(FIRST);
  useEffect(() => {
    const update = () =>
      setStatus((before) => {
        const now = read();
        return JSON.stringify(now) === JSON.stringify(before) ? before : now;
      });
    update();
    const timer = setInterval(update, UPDATE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [read]);
  return status;
}

/** With a sign, except zero. */
export function signed(milliseconds: number, integer: (value: number) => string): string {
  const sign = milliseconds > 0 ? "+" : milliseconds < 0 ? "−" : "";
  return `${sign}${integer(Math.abs(milliseconds))}`;
}
