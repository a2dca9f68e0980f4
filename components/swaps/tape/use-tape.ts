"use client";

import { useEffect, useState } from "react";
import { ShortStreams } from "#components/data/short-streams.ts";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { firstRows, withChange } from "./tape-rows.ts";

export type TapeState = "connecting" | "live" | "reconnecting";

const EVENTS = ["swap", "swap_finalized", "swap_dropped"] as const;
const PATH = "/api/v1/swaps/stream";
/** The service sends a heartbeat more often than this. */
const DEAD_AFTER_MS = 40_000;
/** The first swap comes at once, or a heartbeat after 15 s at the latest. */
const FIRST_EVENT_AFTER_MS = 20_000;
const AGAIN_AFTER_MS = 3_000;

/**
 * The public tape, live while the page is visible. A hidden page closes its connection so that
 * others can use it.
 */
export function useTape(first: readonly TapeSwap[]): {
  rows: readonly TapeSwap[];
  state: TapeState;
} {
  const [rows, setRows] = useState(() => firstRows(first));
  const [state, setState] = useState<TapeState>("connecting");
  useEffect(() => followTape(setRows, setState), []);
  return { rows, state };
}

type Change<Value> = (next: (before: Value) => Value) => void;

/**
 * A browser does not retry a refused stream, and does not notice one that sleep has cut. This opens
 * both again. Behind a proxy that passes answers on only once they have ended, short streams follow
 * one another.
 */
function followTape(
  setRows: Change<readonly TapeSwap[]>,
  setState: (state: TapeState) => void,
): () => void {
  let source: EventSource | ShortStreams | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeldBack = false;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const retryIn = (milliseconds: number, onDue = () => {}) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      setState("reconnecting");
      onDue();
      close();
      open();
    }, milliseconds);
  };
  const open = () => {
    const made = isHeldBack
      ? new ShortStreams(PATH, () => (isHeldBack = false))
      : new EventSource(PATH);
    source = made;
    // A new stream starts with the newest swaps and does not report drops that happened meanwhile.
    // So it replaces the old rows.
    let isFresh = true;
    const expectFirst = () =>
      retryIn(FIRST_EVENT_AFTER_MS, () => {
        isHeldBack = !isHeldBack;
      });
    const hear = () => retryIn(DEAD_AFTER_MS);
    const take = ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as TapeSwap;
      const restarts = isFresh;
      isFresh = false;
      setRows((before) => withChange(restarts ? [] : before, change));
      hear();
    };
    for (const name of EVENTS) made.addEventListener(name, take);
    made.addEventListener("hb", hear);
    made.onopen = () => {
      setState("live");
      expectFirst();
    };
    made.onerror = () => {
      setState("reconnecting");
      if (made.readyState === EventSource.CLOSED) retryIn(AGAIN_AFTER_MS);
    };
    expectFirst();
  };
  const turn = () => {
    if (document.visibilityState === "hidden") close();
    else if (source === undefined) {
      isHeldBack = false;
      open();
    }
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    close();
  };
}
