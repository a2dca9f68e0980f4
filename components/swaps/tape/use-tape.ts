"use client";

import { useEffect, useState } from "react";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { firstRows, withChange } from "./tape-rows.ts";

export type TapeState = "connecting" | "live" | "reconnecting";

const EVENTS = ["swap", "swap_finalized", "swap_dropped"] as const;

/** The public tape, live: the browser's EventSource reconnects by itself, and gets what it missed. */
export function useTape(first: readonly TapeSwap[]): {
  rows: readonly TapeSwap[];
  state: TapeState;
} {
  const [rows, setRows] = useState(() => firstRows(first));
  const [state, setState] = useState<TapeState>("connecting");
  useEffect(() => {
    const source = new EventSource("/api/v1/swaps/stream");
    const take = ({ data }: MessageEvent<string>) => {
      const change = JSON.parse(data) as TapeSwap;
      setRows((before) => withChange(before, change));
    };
    for (const name of EVENTS) source.addEventListener(name, take);
    source.addEventListener("open", () => setState("live"));
    source.addEventListener("error", () => setState("reconnecting"));
    return () => source.close();
  }, []);
  return { rows, state };
}
