/**
 * Fills the bars that are missing after the stored ones: prices from the history of the price feed, volume from the
 * venue's fills. One-second bars are not filled; readers carry the last price through them.
 */

import type { Database } from "#lib/platform/db/client.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import {
  type BarHead,
  carriedBar,
  openSecondOf,
  type ScaledBar,
  scaleForBar,
  toBar,
} from "./bar-head.ts";
import { type BarStep, openHead, storeSteps } from "./bar-step.ts";
import { insertBars } from "./bar-store.ts";
import type { OracleHistory } from "./oracle-history.ts";
import { carryThroughHoles, combineBars } from "./roll-up.ts";

/** A market is ready with this much of its past, from the beginning of a day on. */
const FIRST_BACK_FILL_MS = DAY_MS;
/** How far back its past reaches. */
const PAST_MS = 30 * DAY_MS;
/** One statement stores a day of minutes and the higher bars in them. */
const MINUTES_PER_STEP = 1_440;
/** The venue shows a fill at most this long after it was made. */
const FILL_SHOWN_WITHIN_MS = 60_000;

export type BackFillSource = {
  db: Database;
  history: OracleHistory;
  /** The venue's fills of the market from a time on, oldest first. */
  fills: (startAt: number) => Promise<Trade[]>;
};

/**
 * Stores the missing one-minute bars before the minute of `now`, and the higher bars that end within them, a day at a
 * time. It is idempotent, and safe beside another replica that stores the same.
 * @returns how many one-minute bars it stored
 * @throws UpstreamError when the history cannot be read, or the database's error; stored bars are complete then
 */
export async function backFill(
  source: BackFillSource,
  market: string,
  now: number,
): Promise<number> {
  const end = barStart("1m", now);
  const head = await openHead(source.db, market, end);
  const from = head === undefined ? barStart("1d", end - FIRST_BACK_FILL_MS) : openSecondOf(head);
  const read = await readHistory(source.history, { market, from: barStart("1m", from), end });
  const [first] = read;
  if (first === undefined) return 0;
  const fills = await source.fills(head?.fillAt ?? first.start);
  const filler = new Filler(market, head, { first, fills });
  const minutes = carryThroughHoles("1m", [...filler.minutesBefore(first), ...read]);
  let stored = 0;
  for (let index = 0; index < minutes.length; index += MINUTES_PER_STEP) {
    const part = minutes.slice(index, index + MINUTES_PER_STEP);
    const moved = await storeSteps(source.db, [filler.step(part)]);
    if (!moved.has(market)) break;
    stored += part.length;
  }
  return stored;
}

/**
 * Stores the bars of 30 days before `end`, the oldest stored minute: a day at a time, the newest first, so that a reader never
 * finds a hole and a later run continues where this one stopped. A day is stored whole or not at all; existing bars are unchanged.
 * @yields after each day: its one-minute bars, and the head at its end, with the past of the longer bars that were open then
 * @throws UpstreamError when the history cannot be read, or the database's error
 */
export async function* fillPast(
  source: BackFillSource,
  market: string,
  { now, end }: { now: number; end: number },
): AsyncGenerator<{ bars: number; head: BarHead }, void> {
  const { db, history } = source;
  const from = barStart("1m", now - PAST_MS);
  if (from >= end) return;
  const read = await readHistory(history, { market, from, end });
  const [first] = read;
  const last = read.at(-1);
  if (first === undefined || last === undefined) return;
  // The price before the oldest minute is in force until it begins.
  const isWhole = last.start + MINUTE_MS >= end;
  const until = isWhole ? [] : [carriedBar(end - MINUTE_MS, last.close)];
  const minutes = carryThroughHoles("1m", [...read, ...until]);
  const fills = fillsByDay(await source.fills(first.start), first.start);
  // All longer bars begin with a day, so each day is complete on its own.
  const days = [...Map.groupBy(minutes, ({ start }) => barStart("1d", start))].toReversed();
  for (const [day, parts] of days) {
    const [oldest] = parts;
    if (oldest === undefined) continue;
    const filler = new Filler(market, undefined, { first: oldest, fills: fills.get(day) ?? [] });
    const { bars, head } = filler.step(parts);
    await db.transaction((tx) => insertBars(tx, bars));
    yield { bars: parts.length, head };
  }
}

/** Fills by the day in which they count: in the order of their ids, and none before `first`. */
function fillsByDay(fills: readonly Trade[], first: number): Map<number, Trade[]> {
  let countedAt = first;
  return Map.groupBy(fills, ({ created_at }) => {
    countedAt = Math.max(countedAt, created_at);
    return barStart("1d", countedAt);
  });
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

/** Continues a head by whole minutes. */
class Filler {
  readonly #market: string;
  readonly #fills: Trade[];
  #head: BarHead;
  /** The open second of the head that the next step continues. */
  #from: number | undefined;
  /** Non-empty bars, which new input extends; the others begin with it. */
  #begun: Set<KlineInterval>;
  #countedAt = 0;

  constructor(
    market: string,
    head: BarHead | undefined,
    { first, fills }: { first: ScaledBar; fills: readonly Trade[] },
  ) {
    this.#market = market;
    this.#head = head ?? emptyHead(first);
    this.#fills = fills.filter((fill) => fill.id > this.#head.fillId);
    const second = openSecondOf(this.#head);
    this.#from = head && second;
    const begun = KLINE_INTERVALS.filter((name) => this.#head.openBars[name].start < second);
    this.#begun = new Set(head === undefined ? [] : begun);
  }

  /** The open minute, carried, when the history begins after it. */
  minutesBefore(first: ScaledBar): ScaledBar[] {
    const { start, close } = this.#head.openBars["1m"];
    return start < first.start ? [carriedBar(start, close)] : [];
  }

  /** The step that closes these minutes, which follow each other without a hole. */
  step(minutes: readonly ScaledBar[]): BarStep {
    const bars: Bar[] = [];
    for (const minute of minutes) bars.push(...this.#close(minute));
    const head = this.#head;
    const from = this.#from;
    this.#from = openSecondOf(head);
    return { market: this.#market, from, head, bars };
  }

  #close(minute: ScaledBar): Bar[] {
    const end = minute.start + MINUTE_MS;
    // Fills that were counted live in this minute are skipped.
    const isWhole = openSecondOf(this.#head) <= minute.start;
    const counted = isWhole ? { ...minute } : { ...minute, volume: 0n, trades: 0 };
    const { fillId, fillAt } = this.#count(counted, end);
    const openBars = { ...this.#head.openBars, "1s": carriedBar(end, minute.close) };
    const closed: Bar[] = [];
    for (const interval of KLINE_INTERVALS) {
      if (interval === "1s") continue;
      const open = openBars[interval];
      const parts = this.#begun.has(interval) ? [open, counted] : [counted];
      const bar = combineBars(open.start, parts) ?? open;
      const isOver = open.start + KLINE_SECONDS[interval] * 1_000 <= end;
      if (isOver) closed.push(toBar({ market: this.#market, interval, closed: true }, bar));
      openBars[interval] = isOver ? carriedBar(end, bar.close) : bar;
      if (isOver) this.#begun.delete(interval);
      else this.#begun.add(interval);
    }
    const markAt = Math.max(this.#head.markAt, end - 1);
    this.#head = { openBars, markAt, fillId, fillAt };
    return closed;
  }

  /** Counts each fill in the minute in which the venue made it, in the order of their ids. */
  #count(minute: ScaledBar, end: number): { fillId: number; fillAt: number } {
    let { fillId } = this.#head;
    let fillAt = Math.max(this.#head.fillAt, end - FILL_SHOWN_WITHIN_MS);
    for (let fill = this.#fills[0]; fill !== undefined; fill = this.#fills[0]) {
      this.#countedAt = Math.max(this.#countedAt, fill.created_at);
      if (this.#countedAt >= end) break;
      this.#fills.shift();
      minute.volume += scaleForBar(fill.size) ?? 0n;
      minute.trades += 1;
      fillId = fill.id;
      fillAt = Math.max(fillAt, fill.created_at);
    }
    return { fillId, fillAt };
  }
}

function emptyHead({ start, open }: ScaledBar): BarHead {
  const openBars = KLINE_INTERVALS.map((interval) => [
    interval,
    carriedBar(barStart(interval, start), open),
  ]);
  return {
    openBars: Object.fromEntries(openBars) as BarHead["openBars"],
    markAt: start - 1,
    fillId: 0,
    fillAt: start,
  };
}
