"use client";

import { useState } from "react";
import { type Answer, type Failure, readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { barStart, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { intervalFor } from "./bar-lines.ts";
import type { Span } from "./geometry.ts";

type BarList = { results: Bar[] };

export type MarkBars = {
  /** Oldest first; undefined before the first answer. */
  bars: readonly Bar[] | undefined;
  /** Why the last read failed: the bars are then older than they should be. */
  failure: Failure | undefined;
};

/**
 * The stored bars of a market's mark within a span of Unix milliseconds, read again and again when `everyMs` is given. While
 * another span of the same market is read, the previous one stays.
 */
export function useMarkBars(
  market: string | undefined,
  span: Span | undefined,
  everyMs: number | undefined,
): MarkBars {
  const url = market === undefined || span === undefined ? undefined : barsUrl(market, span);
  const { data, failure } = useRepeatedRead(
    url,
    (signal) => readJson<BarList>(url ?? "", signal),
    everyMs,
  );
  const [last, setLast] = useState<{ market: string | undefined; data: BarList }>();
  if (data !== undefined && last?.data !== data) setLast({ market, data });
  const shown = data ?? (last?.market === market ? last?.data : undefined);
  return { bars: shown?.results, failure };
}

function barsUrl(market: string, span: Span): string {
  const interval = intervalFor(span);
  const search = new URLSearchParams({
    market,
    resolution: KLINE_SECONDS[interval].toString(),
    start_at: barStart(interval, span.from).toString(),
    end_at: (Math.ceil(span.to) - 1).toString(),
  });
  return `/api/perps-dex/kline?${search.toString()}`;
}

/** The bars of one span, read once. */
export function readMarkBars(
  market: string,
  span: Span,
  signal: AbortSignal,
): Promise<Answer<BarList>> {
  return readJson<BarList>(barsUrl(market, span), signal);
}
