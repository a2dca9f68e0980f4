/**
 * Keeps a series of bars complete. The feed buffers the bars of the stream, reads the history, and joins both. A hole
 * or a reconnect reads the missing part again. One read at a time.
 */

import { readJson } from "#components/data/http.ts";
import { isBar } from "#components/trading/live/events.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import { KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { classifyBar, firstHole, MAX_BARS, mergeBars } from "./bar-series.ts";

export type ReadBars = (range: {
  startAt?: number;
  endAt?: number;
}) => Promise<readonly Bar[] | undefined>;

export type BarFeedOptions = {
  interval: KlineInterval;
  read: ReadBars;
  now: () => number;
  /** The whole series changed. The array stays the feed's own and grows with the last bar. */
  onReset: (bars: readonly Bar[]) => void;
  /** The last bar changed, or one was added. */
  onLast: (bar: Bar) => void;
  onState: (state: "ready" | "failed") => void;
};

const PAGE_BARS = 500;
/** The history returns at most 1,500 bars; after a longer absence the series starts over. */
const LONGEST_CATCH_UP_BARS = 1_400;
const RETRY_MS = 3_000;

export class BarFeed {
  readonly #options: BarFeedOptions;
  #bars: Bar[] = [];
  #behind = false;
  #buffered: Bar[] = [];
  #loaded = false;
  #reading = false;
  #readAgain = false;
  #atBeginning = false;
  #stopped = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BarFeedOptions) {
    this.#options = options;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
  }

  /** Reads the newest history and joins it with the known bars. Also called after a reconnect. */
  async refresh(): Promise<void> {
    if (this.#stopped) return;
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    const history = await this.#readExclusively(this.#catchUpRange());
    if (this.#stopped) return;
    if (!history) {
      if (!this.#loaded) this.#options.onState("failed");
      this.#behind = true;
      this.#retryLater();
      return;
    }
    this.#loaded = true;
    this.#behind = false;
    this.#join(history);
    this.#options.onState("ready");
    this.#options.onReset(this.#bars);
    if (firstHole(this.#bars) !== undefined) this.#retryLater();
  }

  /** Takes one bar of the stream. */
  accept(bar: Bar): void {
    if (bar.interval !== this.#options.interval) return;
    if (!this.#loaded || this.#reading) this.#buffered.push(bar);
    if (!this.#loaded) return;
    const change = classifyBar(this.#bars.at(-1), bar);
    if (change === "ignored") return;
    if (change === "earlier") {
      this.#endEarlier(bar);
      return;
    }
    if (change === "replace-last") this.#bars[this.#bars.length - 1] = bar;
    else this.#bars.push(bar);
    if (change === "hole") {
      this.#options.onReset(this.#bars);
      this.#rereadFromHole();
    } else {
      this.#options.onLast(bar);
    }
  }

  /** Reads one page of older bars. Does nothing during a read, at the beginning of the history, or at the limit. */
  async loadOlder(): Promise<void> {
    const first = this.#bars[0];
    if (!first || this.#reading || this.#atBeginning || this.#bars.length >= MAX_BARS) return;
    const older = await this.#readExclusively({
      startAt: first.start - PAGE_BARS * this.#step(),
      endAt: first.start - 1,
    });
    if (this.#stopped || !older) return;
    const before = older.filter((bar) => bar.start < first.start);
    this.#atBeginning = before.length === 0;
    if (this.#atBeginning) return;
    this.#join(before);
    this.#options.onReset(this.#bars);
  }

  /** The chart draws forwards only, so a change before the last bar draws all of them. */
  #endEarlier(bar: Bar): void {
    const index = this.#bars.findLastIndex(({ start }) => start === bar.start);
    if (index < 0 || this.#bars[index]?.closed) return;
    this.#bars[index] = bar;
    this.#options.onReset(this.#bars);
  }

  async #readExclusively(range: {
    startAt?: number;
    endAt?: number;
  }): Promise<readonly Bar[] | undefined> {
    this.#reading = true;
    const bars = await this.#options.read(range);
    this.#reading = false;
    if (this.#readAgain) {
      this.#readAgain = false;
      queueMicrotask(() => void this.refresh());
    }
    return bars;
  }

  /** Joins known bars, the history just read, and bars that arrived meanwhile; later values win. */
  #join(history: readonly Bar[]): void {
    this.#bars = mergeBars(mergeBars(this.#bars, history), this.#buffered);
    this.#buffered = [];
  }

  #catchUpRange(): { startAt?: number } {
    const start = firstHole(this.#bars) ?? this.#bars.at(-1)?.start;
    if (start === undefined) return {};
    if (this.#options.now() - start > LONGEST_CATCH_UP_BARS * this.#step()) {
      this.#bars = [];
      return {};
    }
    return { startAt: start };
  }

  #step(): number {
    return KLINE_SECONDS[this.#options.interval] * 1000;
  }

  /** Reads from where bars are missing. What is known after the hole is newer than the answer will be. */
  #rereadFromHole(): void {
    const hole = firstHole(this.#bars);
    if (hole === undefined) return;
    if (this.#reading) {
      // A read in progress may be of older bars, which do not fill the hole.
      this.#retryLater();
      return;
    }
    this.#buffered = this.#bars.filter((bar) => bar.start > hole);
    void this.refresh();
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      // A failed read is repeated even when no hole is visible yet: the next bar may take long.
      if (this.#loaded && !this.#behind) this.#rereadFromHole();
      else void this.refresh();
    }, RETRY_MS);
  }
}

/** Reads bars from the app's history endpoint; `undefined` when the answer has none. */
export function klineReader(market: string, interval: KlineInterval): ReadBars {
  return async ({ startAt, endAt }) => {
    const query = new URLSearchParams({ market, resolution: KLINE_SECONDS[interval].toString() });
    if (startAt !== undefined) query.set("start_at", startAt.toString());
    if (endAt !== undefined) query.set("end_at", endAt.toString());
    const answer = await readJson(`/api/perps-dex/kline?${query.toString()}`);
    if (!answer.ok || !isRecord(answer.body)) return undefined;
    const { results } = answer.body;
    return Array.isArray(results) && results.every(isBar) ? results : undefined;
  };
}
