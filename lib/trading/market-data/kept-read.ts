/** A read that many share: kept for a while, and longer while its source does not answer. */
import { ServiceError } from "#lib/platform/errors.ts";
import type { Timers } from "#lib/platform/timers.ts";

/** After a failure the source is asked again at most this often. */
const RETRY_MS = 1_000;

export type Kept<Value> = {
  /** The same object as long as nothing newer was read. */
  value: Value;
  /** In this many seconds, at least one, there may be something newer. */
  maxAgeSeconds: number;
};

export type KeptReadOptions<Value> = {
  timers: Timers;
  freshMs: number;
  read: () => Promise<Value>;
};

export class KeptRead<Value> {
  readonly #options: KeptReadOptions<Value>;
  #known: { value: Value } | undefined;
  /** By the monotonic time: a correction of the clock keeps nothing fresh for longer. */
  #freshUntil = Number.NEGATIVE_INFINITY;
  #failing = false;
  #reading: Promise<void> | undefined;

  constructor(options: KeptReadOptions<Value>) {
    this.#options = options;
  }

  /**
   * What is known, read anew when it is no longer fresh. Nobody waits for a source that failed the last time.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE when the source does not answer and never has.
   */
  async get(): Promise<Kept<Value>> {
    const { timers } = this.#options;
    if (timers.monotonic() >= this.#freshUntil) {
      const reading = this.refresh().catch(() => {});
      if (this.#known === undefined || !this.#failing) await reading;
    }
    if (this.#known === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    const left = Math.ceil((this.#freshUntil - timers.monotonic()) / 1_000);
    return { ...this.#known, maxAgeSeconds: Math.max(1, left) };
  }

  /** Reads now, or joins the read that is under way. @throws what the read throws; what is known stays */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { timers, freshMs, read } = this.#options;
    try {
      this.#known = { value: await read() };
      this.#failing = false;
      this.#freshUntil = timers.monotonic() + freshMs;
    } catch (thrown) {
      this.#failing = true;
      this.#freshUntil = timers.monotonic() + RETRY_MS;
      throw thrown;
    }
  }
}
