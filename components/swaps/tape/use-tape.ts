"use client";

import { useEffect, useState } from "react";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { firstRows, withChange } from "./tape-rows.ts";

export type TapeState = "connecting" | "live" | "reconnecting";

const EVENTS = ["swap", "swap_finalized", "swap_dropped"] as const;
/** The service sends a heartbeat more often than this. */
const DEAD_AFTER_MS = 40_000;
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
 * both again.
 */
function followTape(
  setRows: Change<readonly TapeSwap[]>,
  setState: (state: TapeState) => void,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const retryIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      setState("reconnecting");
      close();
      open();
    }, milliseconds);
  };
  const open = () => {
    const made = new EventSource("/api/v1/swaps/stream");
    source = made;
    // A new stream starts with the newest swaps and does not report drops that happened meanwhile.
    // So it replaces the old rows.
    let isFresh = true;
    const take = ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as TapeSwap;
      const restarts = isFresh;
      isFresh = false;
      setRows((before) => withChange(restarts ? [] : before, change));
      retryIn(DEAD_AFTER_MS);
    };
    for (const name of EVENTS) made.addEventListener(name, take);
    made.addEventListener("hb", () => retryIn(DEAD_AFTER_MS));
    made.addEventListener("open", () => {
      setState("live");
      retryIn(DEAD_AFTER_MS);
    });
    made.addEventListener("error", () => {
      setState("reconnecting");
      if (made.readyState === EventSource.CLOSED) retryIn(AGAIN_AFTER_MS);
    });
  };
  const turn = () => {
    if (document.visibilityState === "hidden") close();
    else if (source === undefined) open();
  };
  turn();
  document.addEventListener("visibilitychange", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    close();
  };
}
