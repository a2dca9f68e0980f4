/** Time for tests that wait for a long time. */

export const START = 1_800_000_000_000;

/** A clock that only `advance` moves. */
export class VirtualClock {
  time = START;
  #timers: { at: number; order: number; run: () => void }[] = [];
  #count = 0;

  now = (): number => this.time;

  wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = { at: this.time + Math.max(0, milliseconds), order: this.#count, run: resolve };
      this.#count += 1;
      this.#timers.push(timer);
      signal?.addEventListener("abort", () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        resolve();
      });
    });

  /** Runs every timer that is due until then, in order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.time + milliseconds;
    for (;;) {
      await settleMicrotasks();
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at || a.order - b.order);
      if (next === undefined || next.at > end) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.time = Math.max(this.time, next.at);
      next.run();
    }
    this.time = end;
    await settleMicrotasks();
  }
}

async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
