/**
 * The last 24 hours of the markets in sight: read a few at a time, the newest request first, and cached for a while.
 * Two reads for each market: hours for the sparkline, and the minute of 24 hours ago, from which all changes are
 * computed.
 */

import { klineReader } from "#components/trading/chart/series/bar-feed.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";

export type Day = {
  /** The mark of 24 hours ago. */
  opening: string | undefined;
  /** One price for each hour, oldest first. */
  prices: readonly string[];
};

export type ReadDay = (symbol: string, now: number) => Promise<Day | undefined>;

type Options = { read: ReadDay; now: () => number; onChange: () => void };

const CONCURRENT_READS = 3;
const CACHE_MS = 5 * 60_000;
/** The pause after a failed read. */
const RETRY_MS = 15_000;
const MINUTES_MS = 120_000;

export class DaySeries {
  readonly #options: Options;
  readonly #days = new Map<string, Day>();
  /** When each market may be read again. */
  readonly #due = new Map<string, number>();
  readonly #reading = new Set<string>();
  #wanted: readonly string[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  get(symbol: string): Day | undefined {
    return this.#days.get(symbol);
  }

  /** Sets the wanted markets; earlier ones that were not read yet are dropped. */
  want(symbols: readonly string[]): void {
    this.#wanted = symbols;
    this.#readOn();
  }

  #readOn(): void {
    const now = this.#options.now();
    for (const symbol of this.#wanted) {
      if (this.#reading.size >= CONCURRENT_READS) return;
      const due = (this.#due.get(symbol) ?? 0) <= now;
      if (due && !this.#reading.has(symbol)) void this.#readOne(symbol, now);
    }
  }

  async #readOne(symbol: string, now: number): Promise<void> {
    this.#reading.add(symbol);
    const day = await this.#options.read(symbol, now);
    this.#reading.delete(symbol);
    this.#due.set(symbol, this.#options.now() + (day ? CACHE_MS : RETRY_MS));
    if (day) this.#days.set(symbol, day);
    if (day) this.#options.onChange();
    this.#readOn();
  }
}

/** Reads a market's day from the chart's series. */
export async function readDay(symbol: string, now: number): Promise<Day | undefined> {
  const startAt = now - DAY_MS;
  const [hours, minutes] = await Promise.all([
    klineReader(symbol, "1h")({ startAt }),
    klineReader(symbol, "1m")({ startAt, endAt: startAt + MINUTES_MS }),
  ]);
  if (!hours) return undefined;
  const first = hours[0];
  const prices = hours.map(({ close }) => close);
  return { opening: minutes?.[0]?.open, prices: first ? [first.open, ...prices] : prices };
}
