"use client";

import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import type { ChartReader } from "./chart-reader.ts";

/** The reader's keys; the first may come before its code is loaded. */
const KEYS = new Set([
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  " ",
  "+",
  "-",
  "Escape",
]);

export type Reader = {
  load: () => void;
  key: (key: string) => boolean;
  leave: () => void;
  /** The close of the bar under the cursor. */
  price: () => string | undefined;
};

/** The keyboard cursor and its sentences. Loaded when the chart is first focused. */
export function useReader(
  chart: PriceChart | undefined,
  wording: Wording,
  spoken: RefObject<HTMLOutputElement | null>,
): Reader {
  const reader = useRef<ChartReader | undefined>(undefined);
  const loading = useRef<Promise<ChartReader | undefined> | undefined>(undefined);
  useEffect(
    () => () => {
      reader.current?.stop();
      reader.current = undefined;
      loading.current = undefined;
    },
    [chart, wording],
  );

  const get = useCallback(() => {
    if (!chart) return undefined;
    const pending = (loading.current ??= import("./chart-reader.ts").then((module) => {
      // The chart may be gone by the time the code is loaded.
      if (loading.current !== pending) return undefined;
      const say = (sentence: string) => {
        if (spoken.current) spoken.current.textContent = sentence;
      };
      reader.current = new module.ChartReader(chart, wording, say);
      return reader.current;
    }));
    return pending;
  }, [chart, wording, spoken]);

  return useMemo(
    () => ({
      load: () => void get()?.catch(() => undefined),
      key: (key) => {
        if (reader.current) return reader.current.key(key);
        if (!KEYS.has(key)) return false;
        get()?.then(
          (made) => made?.key(key),
          () => undefined,
        );
        return true;
      },
      leave: () => void reader.current?.leave(),
      price: () => reader.current?.price,
    }),
    [get],
  );
}
