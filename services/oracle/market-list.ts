/** The venue's markets with their ticks, read again from time to time. */
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Markets } from "./sources/price.ts";
import type { Venue } from "./venue-client.ts";

const REFRESH_MS = 60_000;
/** Shortest time between two reads of the venue's list. */
const SHORTEST_MS = 5_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export type MarketListOptions = {
  venue: Venue;
  timers: Timers;
  log: Logger;
  /** Runs after each read. */
  onRead: () => void;
};

export class MarketList {
  readonly #options: MarketListOptions;
  #markets: Markets = new Map();
  #cancel: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(options: MarketListOptions) {
    this.#options = options;
  }

  /** Empty until the venue was read once. */
  get markets(): Markets {
    return this.#markets;
  }

  /** Reads the list now, and keeps it. */
  start(): void {
    void this.#read();
  }

  /** Reads the list again, unless it was read within 5 s; resolves when it is as new as it gets now. */
  async refresh(): Promise<void> {
    const age = this.#options.timers.now() - this.#readAt;
    // A time before the last read means that the clock was set back.
    const isNew = age >= 0 && age < SHORTEST_MS;
    await (this.#reading ?? (isNew ? undefined : this.#read()));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #read(): Promise<void> {
    this.#cancel?.();
    this.#readAt = this.#options.timers.now();
    this.#reading = this.#ask().then((delayMs) => {
      this.#reading = undefined;
      if (this.#stopped) return;
      this.#cancel = this.#options.timers.after(delayMs, () => void this.#read());
      this.#options.onRead();
    });
    return this.#reading;
  }

  /** @returns how long to wait before the next read. */
  async #ask(): Promise<number> {
    const { venue, log } = this.#options;
    try {
      this.#markets = await venue.markets();
      this.#retryMs = FIRST_RETRY_MS;
      return REFRESH_MS;
    } catch (error) {
      if (this.#retryMs === FIRST_RETRY_MS) {
        log.warn({ err: error }, "the venue's markets cannot be read; trying again");
      }
      const delayMs = this.#retryMs;
      this.#retryMs = Math.min(LONGEST_RETRY_MS, delayMs * 2);
      return delayMs;
    }
  }
}
