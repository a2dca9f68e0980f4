/**
 * Keeps a series of bars of fills complete: history from the venue, continued by the tape, and read again after a gap.
 */

import { readJson } from "#components/data/http.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { barStart, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { FillBar, Trade } from "#lib/protocol/wire/market.ts";
import { MAX_BARS, type ShownBar } from "./bar-series.ts";

export type ReadFillBars = (range: {
  startAt?: number;
  endAt?: number;
}) => Promise<readonly FillBar[] | undefined>;

export type FillFeedOptions = FillBarTerms & {
  read: ReadFillBars;
  /** Unix milliseconds on the venue's clock. */
  now: () => number;
  onReset: (bars: readonly ShownBar[]) => void;
  onLast: (bar: ShownBar) => void;
  onState: (state: "ready" | "failed") => void;
};

/** The most spans that one answer covers. */
const PAGE_SPANS = 1_500;
/** After this many pages without a fill, the beginning of the series counts as reached. */
const EMPTY_PAGES = 4;
const RETRY_MS = 3_000;
/** After this time every fill that is known now is in the venue's bars, and in the app's answer. */
const RECOUNT_MS = 2_500;
/** The tape holds this many fills: when all are new, older ones may be missing. */
const TAPE_LENGTH = 100;

export class FillFeed {
  readonly #options: FillFeedOptions;
  readonly #counted = new Map<number, FillBar>();
  #fills: readonly Trade[] = [];
  #newestId: number | undefined;
  #bars: ShownBar[] = [];
  #read: ReadTimes = { requestedAt: 0, receivedAt: 0 };
  #loaded = false;
  #reading = false;
  #again = false;
  #stopped = false;
  #atBeginning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FillFeedOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Reads the venue's bars from the first one that may have changed. */
  async refresh(): Promise<void> {
    this.#again = this.#reading;
    if (this.#stopped || this.#reading) return;
    const from = this.#changeableFrom();
    const requestedAt = this.#options.now();
    const bars = await this.#exclusively(from === undefined ? {} : { startAt: from });
    if (this.#stopped) return;
    if (!bars) {
      if (!this.#loaded) this.#options.onState("failed");
      this.#later(RETRY_MS);
      return;
    }
    this.#read = { requestedAt, receivedAt: this.#options.now() };
    this.#loaded = true;
    this.#count(bars, from ?? 0);
    this.#redraw();
    this.#options.onState("ready");
    if (this.#fills.some((fill) => maybeUncounted(fill, this.#read))) this.#later(RECOUNT_MS);
  }

  /** Takes the tape: the market's newest fills in any order. Known fills are ignored. */
  accept(tape: readonly Trade[]): void {
    const known = new Set(this.#fills.map(({ id }) => id));
    const fresh = tape.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    const newest = this.#newestId;
    this.#fills = tape.toSorted((a, b) => a.id - b.id);
    this.#newestId = this.#fills.at(-1)?.id;
    if (!this.#loaded) return;
    const late = newest !== undefined && fresh.some(({ id }) => id < newest);
    const gap = newest !== undefined && fresh.length >= TAPE_LENGTH;
    if (late || gap) {
      void this.refresh();
      return;
    }
    const starts = new Set(fresh.map((fill) => this.#startOf(fill)));
    for (const start of [...starts].toSorted((a, b) => a - b)) this.#touch(start);
    this.#later(RECOUNT_MS);
  }

  /** Reads older bars, several pages where nothing was traded for long. */
  async loadOlder(): Promise<void> {
    const first = this.#bars[0];
    if (!first || this.#reading || this.#atBeginning || this.#bars.length >= MAX_BARS) return;
    let end = first.start - 1;
    for (let page = 0; page < EMPTY_PAGES && !this.#stopped; page += 1) {
      const startAt = Math.max(0, end - PAGE_SPANS * this.#stepMs());
      const older = await this.#exclusively({ startAt, endAt: end });
      if (!older || this.#stopped) return;
      for (const bar of older) this.#counted.set(bar.start, bar);
      if (older.length > 0) return this.#redraw();
      end = startAt - 1;
    }
    this.#atBeginning = true;
  }

  async #exclusively(range: { startAt?: number; endAt?: number }) {
    this.#reading = true;
    const bars = await this.#options.read(range);
    this.#reading = false;
    if (this.#again && !this.#stopped) {
      this.#again = false;
      queueMicrotask(() => void this.refresh());
    }
    return bars;
  }

  /** Replaces all bars from `from` on with those of the history. */
  #count(bars: readonly FillBar[], from: number): void {
    for (const start of this.#counted.keys()) if (start >= from) this.#counted.delete(start);
    for (const bar of bars) this.#counted.set(bar.start, bar);
  }

  /** The start of the oldest bar that was unfinished in the last read. */
  #changeableFrom(): number | undefined {
    const last = this.#bars.at(-1);
    if (!last || this.#read.requestedAt === 0) return undefined;
    const unsure = this.#read.requestedAt - RECOUNT_MS;
    const from = barStart(this.#options.interval, Math.min(unsure, last.start));
    if (this.#options.now() - from < PAGE_SPANS * this.#stepMs()) return from;
    // The absence was longer than one answer covers: the series starts over.
    this.#counted.clear();
    this.#atBeginning = false;
    return undefined;
  }

  #redraw(): void {
    const starts = new Set(this.#counted.keys());
    const oldest = Math.min(...starts);
    for (const fill of this.#fills) {
      const start = this.#startOf(fill);
      // A fill before the bars that were read belongs to an incomplete bar.
      if (start >= oldest || starts.size === 0) starts.add(start);
    }
    const now = this.#options.now();
    this.#bars = [...starts]
      .toSorted((a, b) => a - b)
      .flatMap((start) => {
        const bar = this.#bar(start);
        return bar ? [shown(bar, now)] : [];
      });
    this.#options.onReset(this.#bars);
  }

  /** Updates one bar at the end of the series. */
  #touch(start: number): void {
    const bar = this.#bar(start);
    if (!bar) return;
    const last = this.#bars.at(-1);
    if (last && start < last.start) return this.#redraw();
    const drawn = shown(bar, this.#options.now());
    if (last && start === last.start) {
      this.#bars[this.#bars.length - 1] = drawn;
    } else {
      this.#bars.push(drawn);
    }
    this.#options.onLast(drawn);
  }

  #bar(start: number): FillBar | undefined {
    const fills = this.#fills.filter((fill) => this.#startOf(fill) === start);
    return joinFills(this.#counted.get(start), fills, this.#read, this.#options);
  }

  #startOf(fill: Trade): number {
    return barStart(this.#options.interval, fill.created_at);
  }

  #stepMs(): number {
    return KLINE_SECONDS[this.#options.interval] * 1000;
  }

  #later(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), delayMs);
  }
}

/** Reads bars of fills from the app; `undefined` when the answer has none. */
export function fillBarReader(market: string, interval: KlineInterval): ReadFillBars {
  return async ({ startAt, endAt }) => {
    const query = new URLSearchParams({ market, resolution: KLINE_SECONDS[interval].toString() });
    if (startAt !== undefined) query.set("start_at", startAt.toString());
    if (endAt !== undefined) query.set("end_at", endAt.toString());
    const answer = await readJson(`/api/perps-dex/fill-kline?${query.toString()}`);
    if (!answer.ok || !isRecord(answer.body)) return undefined;
    const { results } = answer.body;
    return Array.isArray(results) && results.every(isFillBar) ? results : undefined;
  };
}

function isFillBar(data: unknown): data is FillBar {
  return (
    isRecord(data) &&
    typeof data.start === "number" &&
    typeof data.open === "string" &&
    typeof data.close === "string" &&
    typeof data.volume === "string"
  );
}

/**
 * A bar of fills is the venue's bar, continued by the fills of the tape. The history does not say which fills it
 * includes, so price and volume are joined differently: a price may be counted twice without harm, but volume is added
 * only when it is certainly not included. The next read corrects it.
 */
type FillBarTerms = {
  interval: KlineInterval;
  scale: Pick<MarketScale, "priceDecimals" | "sizeDecimals">;
};

/** When a read of the history was made. Unix milliseconds on the venue's clock. */
type ReadTimes = {
  /** The answer shows a moment at most this long before the request. */
  requestedAt: number;
  receivedAt: number;
};

/** The app caches answers for a second; the stream reads fills once a second. */
const ANSWER_AGE_MS = 2_000;

/** Joins the venue's bar of one start with the known fills of that bar, oldest first. */
function joinFills(
  counted: FillBar | undefined,
  fills: readonly Trade[],
  read: ReadTimes,
  terms: FillBarTerms,
): FillBar | undefined {
  const [first] = fills;
  if (!first) return counted;
  const volumeOf = (some: readonly Trade[]) => sum(some, terms.scale.sizeDecimals);
  const recent = counted
    ? fills.filter(({ created_at }) => created_at > read.requestedAt - ANSWER_AGE_MS)
    : fills;
  const base = counted ?? barOfFill(first, terms);
  const later = volumeOf(fills.filter(({ created_at }) => created_at > read.receivedAt));
  const known = volumeOf(fills);
  const atLeast =
    (counted ? (parseDecimal(counted.volume, terms.scale.sizeDecimals) ?? 0n) : 0n) + later;
  const joined = { ...base };
  for (const { price } of recent) {
    if (isAbove(price, joined.high, terms)) joined.high = price;
    if (isAbove(joined.low, price, terms)) joined.low = price;
    joined.close = price;
  }
  joined.volume = formatDecimal(atLeast > known ? atLeast : known, terms.scale.sizeDecimals);
  return joined;
}

/** Whether a read made at these times may lack this fill. */
function maybeUncounted(fill: Trade, read: ReadTimes): boolean {
  return fill.created_at > read.requestedAt - ANSWER_AGE_MS;
}

function shown(bar: FillBar, now: number): ShownBar {
  const end = bar.start + KLINE_SECONDS[bar.interval] * 1000;
  return { ...bar, closed: end <= now, filled: false };
}

function barOfFill(fill: Trade, { interval }: FillBarTerms): FillBar {
  const { market, price, size, created_at } = fill;
  const start = barStart(interval, created_at);
  return {
    market,
    interval,
    start,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: size,
  };
}

function isAbove(a: string, b: string, { scale }: FillBarTerms): boolean {
  const [left, right] = [
    parseDecimal(a, scale.priceDecimals),
    parseDecimal(b, scale.priceDecimals),
  ];
  return left !== undefined && right !== undefined && left > right;
}

function sum(fills: readonly Trade[], decimals: number): bigint {
  return fills.reduce((total, { size }) => total + (parseDecimal(size, decimals) ?? 0n), 0n);
}
