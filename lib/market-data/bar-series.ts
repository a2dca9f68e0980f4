/**
 * The bars of one market as one series: closed bars from the database, just-closed ones and the open one from memory.
 * What `range` answers for a start equals what was announced as closed for it.
 */
import type { Database } from "#lib/db/client.ts";
import { type Bar, barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { MarkUpdate } from "#lib/protocol/market-data.ts";
import type { Trade } from "#lib/protocol/orders.ts";
import { BarBuilder, scaleForBar } from "./bar-builder.ts";
import { lastBarBefore, readBars } from "./bar-store.ts";
import type { BarWriter } from "./bar-writer.ts";
import { resumeState } from "./resume.ts";

/** Stored bars stay in memory this long too, so that a read which began before they were stored meets them here. */
const RECENT_BARS = 64;

export type BarRange = { interval: KlineInterval; startAt: number; endAt: number; limit: number };

type RecentBar = { bar: Bar; stored: boolean };

export class BarSeries {
  readonly #market: string;
  readonly #db: Database;
  readonly #writer: BarWriter;
  #recent = new Map<KlineInterval, RecentBar[]>();
  #builder: BarBuilder | undefined;
  /** Fills and the mark that came before the series was resumed. */
  #earlyFills: Trade[] = [];
  #mark: MarkUpdate | undefined;
  #lastFillId = 0;

  constructor(options: { market: string; db: Database; writer: BarWriter }) {
    this.#market = options.market;
    this.#db = options.db;
    this.#writer = options.writer;
  }

  /** Start of the second that is open; `undefined` until resumed and the first mark came. */
  get openSecond(): number | undefined {
    return this.#builder?.openSecond;
  }

  /**
   * Continues from the stored bars. `fillsSince` reads the venue's fills from a time on, so that the volume
   * of a short restart is counted where it belongs.
   */
  async resume(now: number, fillsSince: (startAt: number) => Promise<Trade[]>): Promise<void> {
    this.#builder = undefined;
    const state = await resumeState(this.#db, this.#market, now);
    const builder = new BarBuilder(this.#market, state);
    const { openSecond } = builder;
    const missed = openSecond === undefined ? [] : await fillsSince(openSecond);
    this.#builder = builder;
    this.#lastFillId = 0;
    // An older mark is in the stored bars already.
    const mark = this.#mark;
    if (mark !== undefined && mark.timestamp >= (openSecond ?? 0)) this.offerMark(mark);
    this.offerFills([...missed, ...this.#earlyFills]);
    this.#earlyFills = [];
  }

  offerMark(mark: MarkUpdate): void {
    this.#mark = mark;
    const price = scaleForBar(mark.mark_price);
    if (price !== undefined) this.#builder?.offer({ kind: "mark", at: mark.timestamp, price });
  }

  /** Takes fills in ascending order of id; a fill that was taken before is passed over. */
  offerFills(fills: readonly Trade[]): void {
    if (this.#builder === undefined) {
      this.#earlyFills.push(...fills);
      return;
    }
    for (const fill of fills) {
      const size = scaleForBar(fill.size);
      if (fill.id <= this.#lastFillId || size === undefined) continue;
      this.#lastFillId = fill.id;
      this.#builder.offer({ kind: "fill", at: fill.created_at, size });
    }
  }

  /** Closes what ended at or before `to` (venue time), hands it to the writer and answers it. */
  advance(to: number): Bar[] {
    const closed = this.#builder?.advance(to) ?? [];
    if (closed.length === 0) return closed;
    const entries = closed.map((bar) => this.#remember(bar));
    this.#writer.append(closed, () => {
      for (const entry of entries) entry.stored = true;
    });
    return closed;
  }

  openBar(interval: KlineInterval): Bar | undefined {
    return this.#builder?.openBar(interval);
  }

  /**
   * Bars from the one that holds `startAt` to the one that holds `endAt`, oldest first, the first `limit` of them.
   * Never a hole: a bar that nobody built (the app was down, the market had no history) carries the close before it.
   */
  async range({ interval, startAt, endAt, limit }: BarRange): Promise<Bar[]> {
    const key = { market: this.#market, interval };
    const from = barStart(interval, startAt);
    const to = barStart(interval, endAt);
    const stored = await readBars(this.#db, key, { from, to, limit });
    const before = stored[0]?.start === from ? undefined : await lastBarBefore(this.#db, key, from);
    // From here on nothing is awaited: memory holds every bar that closed while the database was read.
    const known = new Map(stored.map((bar) => [bar.start, bar]));
    let previous = before;
    for (const bar of this.#inMemory(interval)) {
      if (bar.start < from) previous = newer(previous, bar);
      else if (bar.start <= to && !known.has(bar.start)) known.set(bar.start, bar);
    }
    const openStart = this.openBar(interval)?.start;
    const starts = [...known.keys()];
    const first = previous === undefined ? Math.min(...starts) : from;
    const last = Math.min(to, Math.max(...starts, openStart ?? Number.NEGATIVE_INFINITY));
    return this.#walk({ interval, first, last, limit }, known, previous);
  }

  #walk(
    range: { interval: KlineInterval; first: number; last: number; limit: number },
    known: ReadonlyMap<number, Bar>,
    before: Bar | undefined,
  ): Bar[] {
    const bars: Bar[] = [];
    const lengthMs = KLINE_SECONDS[range.interval] * 1_000;
    let previous = before;
    for (let start = range.first; start <= range.last; start += lengthMs) {
      if (bars.length === range.limit) break;
      const bar = known.get(start) ?? (previous && carried(previous, start));
      if (bar === undefined) continue;
      bars.push(bar);
      previous = bar;
    }
    return bars;
  }

  /** Just-closed bars and the open one, oldest first. */
  #inMemory(interval: KlineInterval): Bar[] {
    const bars = (this.#recent.get(interval) ?? []).map((entry) => entry.bar);
    const open = this.openBar(interval);
    return open === undefined ? bars : [...bars, open];
  }

  #remember(bar: Bar): RecentBar {
    const recent = this.#recent.get(bar.interval) ?? [];
    const entry = { bar, stored: false };
    recent.push(entry);
    while (recent.length > RECENT_BARS && recent[0]?.stored === true) recent.shift();
    this.#recent.set(bar.interval, recent);
    return entry;
  }
}

function newer(a: Bar | undefined, b: Bar): Bar {
  return a !== undefined && a.start > b.start ? a : b;
}

function carried({ market, interval, close }: Bar, start: number): Bar {
  const prices = { open: close, high: close, low: close, close };
  const volume = "0" as Bar["volume"];
  return { market, interval, start, ...prices, volume, trades: 0, closed: true, filled: true };
}
