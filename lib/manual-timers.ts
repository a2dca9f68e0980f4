/** For tests: time that stands still until it is advanced. */
import type { Timers } from "./timers.ts";

type Alarm = { at: number; run: () => void };

export class ManualTimers implements Timers {
  #now: number;
  readonly #alarms = new Set<Alarm>();

  constructor(now: number) {
    this.#now = now;
  }

  now = (): number => this.#now;

  after = (delayMs: number, run: () => void): (() => void) => {
    const alarm = { at: this.#now + delayMs, run };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  };

  /** Delay of each alarm that is set, shortest first. */
  pending(): number[] {
    return [...this.#alarms].map(({ at }) => at - this.#now).toSorted((a, b) => a - b);
  }

  /** As when the machine's clock is corrected: what waits still waits as long. */
  setBack(ms: number): void {
    this.#now -= ms;
    for (const alarm of this.#alarms) alarm.at -= ms;
  }

  /** Runs what is due within `ms`, in order of time, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#alarms].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      const next = due[0];
      if (next === undefined) break;
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#now = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
