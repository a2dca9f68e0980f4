/**
 * Whether the simulated markets have visitors, as the apps report. The traders slow down when every app that was heard
 * lately has none; without any word from an app they trade at their full pace.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#lib/kernel/time/clock.ts";

/** An app repeats itself within this time. */
const VALID_MS = 30_000;
/** A market without visitors goes on slowly, so that its history has no gap. */
const SLOWER = 10;

export class Visitors {
  readonly #clock: Clock;
  #heardAt = Number.NEGATIVE_INFINITY;
  #presentAt = Number.NEGATIVE_INFINITY;
  #arrival = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What an app says of its own visitors. */
  note(arePresent: boolean): void {
    this.#heardAt = this.#clock.now();
    if (!arePresent) return;
    this.#presentAt = this.#heardAt;
    this.#arrival.abort();
    this.#arrival = new AbortController();
  }

  /** True when an app was heard lately, and none has a visitor. */
  get areAway(): boolean {
    const since = this.#clock.now() - VALID_MS;
    return this.#heardAt > since && this.#presentAt <= since;
  }

  /** The pause of a trader between two steps. A longer one ends at once when a visitor comes. It never throws. */
  async pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const isLong = this.areAway;
    const ends = isLong ? AbortSignal.any([signal, this.#arrival.signal]) : signal;
    await sleep(isLong ? milliseconds * SLOWER : milliseconds, undefined, { signal: ends }).catch(
      () => undefined,
    );
  }
}
