/** A page of a market's bars as JSON: the stored bars as the database formats them, then those from memory. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { type BarKey, readPage, type StoredPage } from "./bar-store.ts";

/** Number of cached pages of stored bars: reconnecting clients request the same ones. */
const KEPT_PAGES = 64;
/** Cache time, because the past of a market may be stored after its present. */
const KEPT_FOR_MS = 10_000;

/** `from` and `to` are starts of bars, both included; the page has the first `limit` of them. */
export type PageRange = { interval: KlineInterval; from: number; to: number; limit: number };

/** The bars of one interval in memory. */
export type BarMemory = {
  /** All stored bars that start at this time or later are in `recent`; `undefined` while the store is not followed. */
  recentFrom: number | undefined;
  recent: readonly Bar[];
  /** The bar after the stored ones; it may still change. */
  open: Bar | undefined;
  /** Start of the bar after the stored ones; `undefined` while none is known to be stored. */
  storedEnd: number | undefined;
};

export type BarPagesOptions = {
  db: Statements;
  monotonic: () => number;
  /** Called for the first read that fails, and again only after one has succeeded. */
  onFailure: (thrown: unknown) => void;
};

type Reading = { storedEnd: number | undefined; readAt: number; page: Promise<StoredPage> };

export class BarPages {
  readonly #options: BarPagesOptions;
  /** Least recently used first. */
  readonly #cached = new Map<string, Reading>();
  #isUnavailable = false;

  constructor(options: BarPagesOptions) {
    this.#options = options;
  }

  /**
   * The JSON array of the bars in `range`, oldest first. `memory` is read after the database has answered.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE while the database does not answer
   */
  async read(market: string, range: PageRange, memory: () => BarMemory): Promise<string> {
    for (;;) {
      const reading = this.#reading({ market, interval: range.interval }, range, memory());
      const page = await reading.page;
      // No await from here on: memory holds every bar that was stored while the database was read.
      const now = memory();
      if (reachesTo(reading, now)) return composePage(range, page, now);
    }
  }

  /** A cached page is valid while memory holds all bars that were stored since. */
  #reading(key: BarKey, range: PageRange, memory: BarMemory): Reading {
    const name = `${key.market} ${key.interval} ${range.from} ${range.to} ${range.limit}`;
    const known = this.#cached.get(name);
    this.#cached.delete(name);
    const isFollowed = memory.storedEnd !== undefined;
    const readAt = this.#options.monotonic();
    const isFresh = known !== undefined && readAt - known.readAt < KEPT_FOR_MS;
    if (isFollowed && isFresh && reachesTo(known, memory)) {
      this.#cached.set(name, known);
      return known;
    }
    const reading = { storedEnd: memory.storedEnd, readAt, page: this.#readPage(key, range) };
    reading.page.catch(() => this.#cached.delete(name));
    // Otherwise bars that are stored after the page would be missed.
    if (isFollowed) this.#cached.set(name, reading);
    for (const [oldest] of this.#cached) {
      if (this.#cached.size <= KEPT_PAGES) break;
      this.#cached.delete(oldest);
    }
    return reading;
  }

  async #readPage(key: BarKey, range: PageRange): Promise<StoredPage> {
    try {
      const page = await readPage(this.#options.db, key, range);
      this.#isUnavailable = false;
      return page;
    } catch (thrown) {
      if (!this.#isUnavailable) this.#options.onFailure(thrown);
      this.#isUnavailable = true;
      throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    }
  }
}

/** True when memory continues where the stored bars of the reading end. */
function reachesTo({ storedEnd }: Reading, { recentFrom }: BarMemory): boolean {
  return recentFrom === undefined || recentFrom <= (storedEnd ?? 0);
}

/**
 * There are no gaps: a bar that was never built (the app was down, the market had no history) carries the previous close.
 * Only the last bar can be open.
 */
function composePage(range: PageRange, page: StoredPage, memory: BarMemory): string {
  const lengthMs = KLINE_SECONDS[range.interval] * 1_000;
  const isPassedOn = isUnbroken(page, range.from, lengthMs);
  const stored: Bar[] = isPassedOn ? [] : JSON.parse(`[${page.json}]`);
  const live = memory.open === undefined ? memory.recent : [...memory.recent, memory.open];
  const known = new Map([...live, ...stored].map((bar) => [bar.start, bar]));
  const starts = [...known.keys()];

  let previous = isPassedOn ? lastBarOf(page) : newestBefore(range.from, page.before, live);
  let start =
    previous === undefined ? Math.min(...starts.filter((at) => at >= range.from)) : range.from;
  if (isPassedOn) start = page.last + lengthMs;
  const end = Math.min(range.to, Math.max(...starts));
  let left = range.limit - (isPassedOn ? page.count : 0);
  const parts = isPassedOn ? [page.json] : [];
  for (; start <= end && left > 0; start += lengthMs, left -= 1) {
    const bar: Bar | undefined = known.get(start) ?? (previous && carried(previous, start));
    if (bar === undefined) break;
    parts.push(JSON.stringify(bar));
    previous = bar;
  }
  return `[${parts.join(",")}]`;
}

/** True when the stored bars have no gap to fill; then they are passed on as text. */
function isUnbroken({ count, first, last, before }: StoredPage, from: number, lengthMs: number) {
  if (count === 0 || last - first !== (count - 1) * lengthMs) return false;
  return first === from || before === undefined;
}

function lastBarOf({ json }: StoredPage): Bar {
  return JSON.parse(json.slice(json.lastIndexOf("{")));
}

function newestBefore(
  from: number,
  stored: Bar | undefined,
  live: readonly Bar[],
): Bar | undefined {
  const recent = live.findLast((bar) => bar.start < from);
  return recent !== undefined && recent.start > (stored?.start ?? 0) ? recent : stored;
}

function carried({ market, interval, close }: Bar, start: number): Bar {
  const prices = { open: close, high: close, low: close, close };
  const volume = "0" as Bar["volume"];
  return { market, interval, start, ...prices, volume, trades: 0, closed: true, filled: true };
}
