/** A page of a market's bars as JSON: the stored bars as the database writes them, and behind them what memory holds. */
import type { Statements } from "#lib/platform/db/client.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { type Bar, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import { type BarKey, readPage, type StoredPage } from "./bar-store.ts";

/** So many pages of stored bars are kept: the same ones are asked for again when many clients reconnect. */
const KEPT_PAGES = 64;
/** And for so long, because the past of a market may come after its present. */
const KEPT_FOR_MS = 10_000;

/** `from` and `to` are starts of bars, both included; the page has the first `limit` of them. */
export type PageRange = { interval: KlineInterval; from: number; to: number; limit: number };

/** What memory knows of the bars of one interval. */
export type BarMemory = {
  /** All stored bars that start at this time or later are in `recent`; `undefined` while nobody follows what is stored. */
  recentFrom: number | undefined;
  recent: readonly Bar[];
  /** The one behind the stored bars; it may still change. */
  open: Bar | undefined;
  /** Start of the bar behind the stored ones; `undefined` while none is known to be stored. */
  storedEnd: number | undefined;
};

export type BarPagesOptions = {
  db: Statements;
  monotonic: () => number;
  /** Told of the first read that fails, and again after one has succeeded. */
  onFailure: (thrown: unknown) => void;
};

type Reading = { storedEnd: number | undefined; readAt: number; page: Promise<StoredPage> };

export class BarPages {
  readonly #options: BarPagesOptions;
  /** In the order of use. */
  readonly #kept = new Map<string, Reading>();
  #isUnavailable = false;

  constructor(options: BarPagesOptions) {
    this.#options = options;
  }

  /**
   * The JSON array of the bars in `range`, oldest first. `memory` is looked at when the database has answered.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE while the database does not answer
   */
  async read(market: string, range: PageRange, memory: () => BarMemory): Promise<string> {
    for (;;) {
      const reading = this.#reading({ market, interval: range.interval }, range, memory());
      const page = await reading.page;
      // From here on nothing is awaited: memory holds every bar that was stored while the database was read.
      const now = memory();
      if (reachesTo(reading, now)) return composePage(range, page, now);
    }
  }

  /** A page that was read before is as good as a new one while memory holds all that was stored since. */
  #reading(key: BarKey, range: PageRange, memory: BarMemory): Reading {
    const name = `${key.market} ${key.interval} ${range.from} ${range.to} ${range.limit}`;
    const known = this.#kept.get(name);
    this.#kept.delete(name);
    const isFollowed = memory.storedEnd !== undefined;
    const readAt = this.#options.monotonic();
    const isFresh = known !== undefined && readAt - known.readAt < KEPT_FOR_MS;
    if (isFollowed && isFresh && reachesTo(known, memory)) {
      this.#kept.set(name, known);
      return known;
    }
    const reading = { storedEnd: memory.storedEnd, readAt, page: this.#readPage(key, range) };
    reading.page.catch(() => this.#kept.delete(name));
    // Otherwise nobody notices what is stored behind the page.
    if (isFollowed) this.#kept.set(name, reading);
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT_PAGES) break;
      this.#kept.delete(oldest);
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

/** True when memory goes on where the stored bars of the reading end. */
function reachesTo({ storedEnd }: Reading, { recentFrom }: BarMemory): boolean {
  return recentFrom === undefined || recentFrom <= (storedEnd ?? 0);
}

/**
 * Never a hole: a bar that nobody built (the app was down, the market had no history) carries the close before it.
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

/** True when no bar has to be carried inside of the stored ones: then they are passed on as they were written. */
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
