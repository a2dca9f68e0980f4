/** A shared, cached read, kept for longer while its source does not answer. */
import type { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Share } from "./shared-reads.ts";

/** Minimum time between two attempts after a failure. */
const RETRY_MS = 1_000;

export type Cached<Value> = {
  /** The same object until something newer was read. */
  value: Value;
  /** Seconds, at least one, after which there may be something newer. */
  maxAgeSeconds: number;
};

export type CachedReadOptions<Value> = {
  timers: Timers;
  freshMs: number;
  read: () => Promise<Value>;
  /** Absent: this process reads for itself. */
  shared?: { name: string; schema: z.ZodType<Value>; share: Share };
};

export class CachedRead<Value> {
  readonly #options: CachedReadOptions<Value>;
  #known: { value: Value } | undefined;
  /** On the monotonic clock, so that a clock correction cannot keep values fresh for longer. */
  #freshUntil = Number.NEGATIVE_INFINITY;
  #failing = false;
  #reading: Promise<void> | undefined;

  constructor(options: CachedReadOptions<Value>) {
    this.#options = options;
  }

  /**
   * The known value, read again when it is no longer fresh. Callers do not wait for a source that failed the last time.
   * @throws ServiceError MARKET_DATA_UNAVAILABLE when the source does not answer and never has.
   */
  async get(): Promise<Cached<Value>> {
    const { timers } = this.#options;
    if (timers.monotonic() >= this.#freshUntil) {
      const reading = this.refresh().catch(() => {});
      if (this.#known === undefined || !this.#failing) await reading;
    }
    if (this.#known === undefined) throw new ServiceError("MARKET_DATA_UNAVAILABLE");
    const left = Math.ceil((this.#freshUntil - timers.monotonic()) / 1_000);
    return { ...this.#known, maxAgeSeconds: Math.max(1, left) };
  }

  /** Reads now, or joins the read that is under way. @throws what the read throws; the known value stays */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { timers, freshMs, read, shared } = this.#options;
    try {
      const fresh = shared
        ? await shared.share({ ...shared, freshMs, read })
        : { value: await read(), freshMs };
      this.#known = { value: fresh.value };
      this.#failing = false;
      this.#freshUntil = timers.monotonic() + fresh.freshMs;
    } catch (thrown) {
      this.#failing = true;
      this.#freshUntil = timers.monotonic() + RETRY_MS;
      throw thrown;
    }
  }
}
