/**
 * Fills the bars that are missing since the last stored one-minute bar: prices from the history of the price feed,
 * volume from the venue's fills.
 */
import type { Database } from "#lib/db/client.ts";
import {
  type Bar,
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import type { Trade } from "#lib/protocol/orders.ts";
import { fromBar, type ScaledBar, scaleForBar, toBar } from "./bar-builder.ts";
import { insertBars, lastBarBefore, readBars } from "./bar-store.ts";
import type { OracleHistory } from "./oracle-history.ts";
import { carryThroughHoles, rollUp } from "./roll-up.ts";

const MINUTE_MS = 60_000;
/** How far back the first start reaches. */
const FIRST_BACK_FILL_MS = 30 * 86_400_000;

export type BackFillSource = {
  db: Database;
  history: OracleHistory;
  /** The venue's fills of the market from a time on, oldest first. */
  fills: (startAt: number) => Promise<Trade[]>;
};

/**
 * Stores the missing one-minute bars before the minute of `now`, and the higher bars that end within them.
 * Running it again changes nothing. Answers how many one-minute bars were missing.
 * @throws UpstreamError when the history can not be read, or the database's error; nothing is half done then.
 */
export async function backFill(
  source: BackFillSource,
  market: string,
  now: number,
): Promise<number> {
  const end = barStart("1m", now);
  const key = { market, interval: "1m" } as const;
  const last = await lastBarBefore(source.db, key, end);
  const from = last === undefined ? end - FIRST_BACK_FILL_MS : last.start + MINUTE_MS;
  const fresh = await readHistory(source.history, { market, from, end });
  if (fresh.length === 0) return 0;

  const before = last === undefined ? [] : await barsOfSameDay(source.db, market, last);
  const minutes = carryThroughHoles("1m", [...before, ...fresh]);
  const missing = minutes.filter((bar) => bar.start >= from);
  addVolume(missing, await source.fills(from));
  const bars = missing.map((bar) => toBar({ market, interval: "1m", closed: true }, bar));
  for (const interval of KLINE_INTERVALS) {
    if (KLINE_SECONDS[interval] > 60) bars.push(...higherBars({ market, interval, from }, minutes));
  }
  await insertBars(source.db, bars);
  return missing.length;
}

async function readHistory(
  history: OracleHistory,
  range: { market: string; from: number; end: number },
): Promise<ScaledBar[]> {
  const bars: ScaledBar[] = [];
  let startAt = range.from;
  while (startAt < range.end) {
    const page = await history.page({ market: range.market, startAt, endAt: range.end });
    const last = page.at(-1);
    if (last === undefined) break;
    for (const bar of page) bars.push(bar);
    startAt = last.start + MINUTE_MS;
  }
  return bars;
}

/** Counts each fill in the minute in which the venue made it; the feed's history knows of no fills here. */
function addVolume(minutes: readonly ScaledBar[], fills: readonly Trade[]): void {
  const byStart = new Map(minutes.map((bar) => [bar.start, bar]));
  for (const fill of fills) {
    const bar = byStart.get(barStart("1m", fill.created_at));
    const size = scaleForBar(fill.size);
    if (bar === undefined || size === undefined) continue;
    bar.volume += size;
    bar.trades += 1;
  }
}

/** The stored minutes that the first higher bars of the missing range share with it. */
async function barsOfSameDay(db: Database, market: string, last: Bar): Promise<ScaledBar[]> {
  const range = { from: barStart("1d", last.start), to: last.start, limit: 1_440 };
  return (await readBars(db, { market, interval: "1m" }, range)).map(fromBar);
}

/** Higher bars that are complete in `minutes` and hold at least one minute from `from` on. */
function higherBars(
  { market, interval, from }: { market: string; interval: KlineInterval; from: number },
  minutes: readonly ScaledBar[],
): Bar[] {
  const lengthMs = KLINE_SECONDS[interval] * 1_000;
  const end = (minutes.at(-1)?.start ?? 0) + MINUTE_MS;
  return rollUp(interval, minutes)
    .filter((bar) => bar.start + lengthMs > from && bar.start + lengthMs <= end)
    .map((bar) => toBar({ market, interval, closed: true }, bar));
}
