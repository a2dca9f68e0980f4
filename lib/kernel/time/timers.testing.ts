/** For tests: manual time, which moves only when it is advanced. */
import type { Timers } from "./timers.ts";

type Alarm = { at: number; run: () => void };

export class ManualTimers implements Timers {
  /** How far `now` is ahead of `monotonic`; only clock corrections change it. */
  #wallAhead: number;
  #monotonic = 7_000;
  /** Due times on the monotonic clock. */
  readonly #alarms = new Set<Alarm>();

  constructor(now: number) {
    this.#wallAhead = now - this.#monotonic;
  }

  now = (): number => this.#monotonic + this.#wallAhead;

  monotonic = (): number => this.#monotonic;

  after = (delayMs: number, run: () => void): (() => void) => {
    const alarm = { at: this.#monotonic + delayMs, run };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  };

  /** Delay of each pending alarm, shortest first. */
  pending(): number[] {
    return [...this.#alarms].map(({ at }) => at - this.#monotonic).toSorted((a, b) => a - b);
  }

  /** Sets the wall clock back, as a correction does: pending alarms wait as long as before. */
  setBack(ms: number): void {
    this.#wallAhead -= ms;
  }

  /** Sets the wall clock forward, as a correction does, or a sleep that the monotonic clock does not count. */
  setForward(ms: number): void {
    this.#wallAhead += ms;
  }

  /** A sleep that the monotonic clock counts: nothing ran, and due alarms run with the next `advance`. */
  sleep(ms: number): void {
    this.#monotonic += ms;
  }

  /** Runs what is due within `ms`, in order of time, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      const due = [...this.#alarms].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      const next = due[0];
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.#monotonic = Math.max(this.#monotonic, next.at);
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#monotonic = end;
    await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * Advances, and waits until as many alarms are pending as before: each repeated run that began has ended, whatever
   * a database took for its answers. For work that sets its next alarm at its end.
   */
  async round(ms: number): Promise<void> {
    const before = this.#alarms.size;
    await this.advance(ms);
    while (this.#alarms.size < before) await new Promise((resolve) => setImmediate(resolve));
  }
}
