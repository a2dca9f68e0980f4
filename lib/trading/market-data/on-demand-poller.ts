/** A poller that runs while it has users, and a while after, so that a page reload does not restart it. */
import type { Timers } from "#lib/kernel/time/timers.ts";

const LINGER_MS = 30_000;

export class OnDemand {
  readonly #timers: Timers;
  readonly #start: () => () => void;
  #wanted = 0;
  #stop: (() => void) | undefined;
  #cancelLinger = () => {};

  /** `start` begins the work and returns how to end it. */
  constructor(timers: Timers, start: () => () => void) {
    this.#timers = timers;
    this.#start = start;
  }

  /** True while the work goes on. */
  get active(): boolean {
    return this.#stop !== undefined;
  }

  /** Keeps the work going until the result is called. */
  want(): () => void {
    this.#wanted += 1;
    this.#cancelLinger();
    this.#stop ??= this.#start();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.#wanted -= 1;
      if (this.#wanted === 0) this.#linger();
    };
  }

  /** Keeps the work going for the linger time at least. */
  touch(): void {
    this.want()();
  }

  /** Ends the work, also while it is wanted. */
  stop(): void {
    this.#cancelLinger();
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Resumes work that was ended while it had users. */
  resume(): void {
    if (this.#wanted > 0) this.#stop ??= this.#start();
  }

  #linger(): void {
    this.#cancelLinger();
    this.#cancelLinger = this.#timers.after(LINGER_MS, () => this.stop());
  }
}
