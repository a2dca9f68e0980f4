/** The venue's markets with their ticks, read again from time to time. */
import type { Logger } from "#lib/log.ts";
import type { Timers } from "#lib/timers.ts";
import type { Markets } from "./price.ts";
import type { Venue } from "./venue.ts";

const REFRESH_MS = 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export type MarketListOptions = { venue: Venue; timers: Timers; log: Logger };

export class MarketList {
  readonly #options: MarketListOptions;
  #markets: Markets = new Map();
  #cancel: (() => void) | undefined;
  #retryMs = FIRST_RETRY_MS;
  #stopped = false;

  constructor(options: MarketListOptions) {
    this.#options = options;
  }

  /** Empty until the venue was read once. */
  get markets(): Markets {
    return this.#markets;
  }

  /** Reads the list now, and keeps it. `onChange` runs after each read. */
  async start(onChange: () => void): Promise<void> {
    const delayMs = await this.#read();
    if (this.#stopped) return;
    onChange();
    this.#cancel = this.#options.timers.after(delayMs, () => void this.start(onChange));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  /** @returns how long to wait before the next read. */
  async #read(): Promise<number> {
    const { venue, log } = this.#options;
    try {
      this.#markets = await venue.markets();
      this.#retryMs = FIRST_RETRY_MS;
      return REFRESH_MS;
    } catch (error) {
      if (this.#retryMs === FIRST_RETRY_MS) {
        log.warn({ err: error }, "the venue's markets can not be read; trying on");
      }
      const delayMs = this.#retryMs;
      this.#retryMs = Math.min(LONGEST_RETRY_MS, delayMs * 2);
      return delayMs;
    }
  }
}
