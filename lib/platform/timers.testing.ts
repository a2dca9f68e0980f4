/** For tests: time that stands still until it is advanced. */
import type { Timers } from "./timers.ts";

type Alarm = { at: number; run: () => void };

export class ManualTimers implements Timers {
  /** What `now` is ahead of `monotonic`: corrections of the clock change it, and nothing else. */
  #wallAhead: number;
  #monotonic = 7_000;
  /** By the monotonic time, as those of a machine. */
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

  /** Delay of each alarm that is set, shortest first. */
  pending(): number[] {
    return [...this.#alarms].map(({ at }) => at - this.#monotonic).toSorted((a, b) => a - b);
  }

  /** As when the machine's clock is corrected: what waits still waits as long. */
  setBack(ms: number): void {
    this.#wallAhead -= ms;
  }

  /** As when the machine's clock is corrected the other way, or when the machine slept and did not count it. */
  setForward(ms: number): void {
    this.#wallAhead += ms;
  }

  /** As when the machine slept and counted it: nothing ran, and what is due runs with the next `advance`. */
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
}
