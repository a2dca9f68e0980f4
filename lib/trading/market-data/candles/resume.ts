/** Derives the head of a market's bars from the bars themselves, for a store that has bars and no head. */
import type { Statements } from "#lib/platform/db/client.ts";
import {
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import { type BarHead, carriedBar, fromBar, type ScaledBar } from "./bar-head.ts";
import { lastBarBefore, readBars } from "./bar-store.ts";
import { combineBars } from "./roll-up.ts";

/**
 * The open bars as of the end of the last bar that is stored before `now`: higher bars from the stored minutes, the minute
 * from the stored seconds. Inputs of that time and later count as new. `undefined` when nothing is stored.
 */
export async function headOfBars(
  db: Statements,
  market: string,
  now: number,
): Promise<BarHead | undefined> {
  const lastMinute = await lastBarBefore(db, { market, interval: "1m" }, now);
  const lastSecond = await lastBarBefore(db, { market, interval: "1s" }, now);
  const minuteEnd = lastMinute === undefined ? 0 : lastMinute.start + 60_000;
  const seconds =
    lastSecond !== undefined && lastSecond.start >= minuteEnd
      ? await storedBars(db, { market, interval: "1s" }, [
          Math.max(minuteEnd, barStart("1m", lastSecond.start)),
          lastSecond.start,
        ])
      : [];
  const newest = seconds.at(-1) ?? (lastMinute && fromBar(lastMinute));
  if (newest === undefined) return undefined;

  const openSecond = seconds.length > 0 ? newest.start + 1_000 : minuteEnd;
  const day = barStart("1d", openSecond);
  const minutes = await storedBars(db, { market, interval: "1m" }, [day, minuteEnd - 1]);
  const parts = [...minutes, ...seconds];
  const openBars = KLINE_INTERVALS.map((interval) => [
    interval,
    openBarAt(interval, openSecond, parts) ??
      carriedBar(barStart(interval, openSecond), newest.close),
  ]);
  return {
    openBars: Object.fromEntries(openBars) as BarHead["openBars"],
    markAt: openSecond - 1,
    fillId: 0,
    fillAt: openSecond,
  };
}

function openBarAt(
  interval: KlineInterval,
  openSecond: number,
  parts: readonly ScaledBar[],
): ScaledBar | undefined {
  const start = barStart(interval, openSecond);
  return combineBars(
    start,
    parts.filter((part) => part.start >= start),
  );
}

async function storedBars(
  db: Statements,
  key: { market: string; interval: KlineInterval },
  [from, to]: [from: number, to: number],
): Promise<ScaledBar[]> {
  const limit = Math.ceil((to - from) / (KLINE_SECONDS[key.interval] * 1_000)) + 1;
  if (limit <= 0) return [];
  return (await readBars(db, key, { from, to, limit })).map(fromBar);
}
