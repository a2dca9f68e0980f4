/** Bounds the writes of all simulated traders together, as each is a record in the venue's journal. */
import type { Clock } from "#lib/kernel/time/clock.ts";

export type WriteBudgetOptions = { perSecond: number; burst: number; clock: Clock };

export class WriteBudget {
  readonly #options: WriteBudgetOptions;
  #tokens: number;
  #filledAt: number;

  constructor(options: WriteBudgetOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAt = options.clock.now();
  }

  /** Takes one write if there is one left. */
  take(): boolean {
    const { perSecond, burst, clock } = this.#options;
    const now = clock.now();
    const earned = (Math.max(0, now - this.#filledAt) * perSecond) / 1000;
    this.#tokens = Math.min(burst, this.#tokens + earned);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
