/**
 * Keeps one series of bars complete. The stream is listened to first and its bars are kept aside; then the history
 * is read and both are joined; a hole or a reconnect reads the missing part again. Only one read runs at a time.
 */
import { readJson } from "#components/data/http.ts";
import { isBar, isRecord } from "#components/trading/stream/events.ts";
import { type Bar, KLINE_SECONDS, type KlineInterval } from "#lib/protocol/kline.ts";
import { firstHole, MAX_BARS, mergeBars, placeOf } from "./bar-series.ts";

export type ReadBars = (range: {
  startAt?: number;
  endAt?: number;
}) => Promise<readonly Bar[] | undefined>;

export type BarFeedOptions = {
  interval: KlineInterval;
  read: ReadBars;
  now: () => number;
  /** Everything changed: draw all of it. The array goes on to be the feed's own: it grows with the last bar. */
  onReset: (bars: readonly Bar[]) => void;
  /** Only the last bar changed or one was added. */
  onLast: (bar: Bar) => void;
  onState: (state: "ready" | "failed") => void;
};

const PAGE_BARS = 500;
/** The history answers at most 1,500 bars; a longer absence starts the series anew. */
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

  /** Reads the newest history and joins it with what is known; also the answer to a reconnect. */
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

  /** One bar of the stream. */
  accept(bar: Bar): void {
    if (bar.interval !== this.#options.interval) return;
    if (!this.#loaded || this.#reading) this.#buffered.push(bar);
    if (!this.#loaded) return;
    const place = placeOf(this.#bars.at(-1), bar);
    if (place === "ignored") return;
    if (place === "replace-last") this.#bars[this.#bars.length - 1] = bar;
    else this.#bars.push(bar);
    if (place === "hole") {
      this.#options.onReset(this.#bars);
      this.#rereadFromHole();
    } else {
      this.#options.onLast(bar);
    }
  }

  /** Reads one page of older bars. Does nothing while a read is on its way, at the beginning, or at the limit. */
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

  /** What is known, then the history just read, then what came meanwhile: the later word on a bar wins. */
  #join(history: readonly Bar[]): void {
    this.#bars = mergeBars(mergeBars(this.#bars, history), this.#buffered);
    this.#buffered = [];
  }

  #catchUpRange(): { startAt?: number } {
    const last = this.#bars.at(-1);
    if (!last) return {};
    if (this.#options.now() - last.start > LONGEST_CATCH_UP_BARS * this.#step()) {
      this.#bars = [];
      return {};
    }
    return { startAt: last.start };
  }

  #step(): number {
    return KLINE_SECONDS[this.#options.interval] * 1000;
  }

  /** The part after the hole is set aside as live bars, so that the read starts where bars are missing. */
  #rereadFromHole(): void {
    const hole = firstHole(this.#bars);
    if (hole === undefined) return;
    if (this.#reading) {
      // The read under way may be of older bars, which leave the hole as it is.
      this.#retryLater();
      return;
    }
    this.#buffered = this.#bars.filter((bar) => bar.start > hole);
    this.#bars = this.#bars.filter((bar) => bar.start <= hole);
    void this.refresh();
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      // A read that failed is made again even where no hole shows yet: the next bar may be long in coming.
      if (this.#loaded && !this.#behind) this.#rereadFromHole();
      else void this.refresh();
    }, RETRY_MS);
  }
}

/** Reads bars from the app's history endpoint; `undefined` when it did not answer with bars. */
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
