/**
 * Which tab leads: the one that holds a Web Lock. Every tab waits in its queue, and the browser gives the lock on
 * when its holder closes or crashes. A holder that hangs keeps it; another tab may take it away then.
 */
import type { LocksLike } from "./environment.ts";

export type ElectionOptions = {
  locks: LocksLike;
  name: string;
  onWon: () => void;
  /** The lock was taken away. */
  onLost: () => void;
  /** The browser gives no locks to this page after all. */
  onRefused: () => void;
};

export class Election {
  readonly #options: ElectionOptions;
  /** Of the request that counts; an older one may still answer. */
  #abort: AbortController | undefined;
  #release: (() => void) | undefined;

  constructor(options: ElectionOptions) {
    this.#options = options;
  }

  /** Waits for the lock, behind the tabs that came before. */
  join(): void {
    const abort = new AbortController();
    this.#request(abort, { signal: abort.signal });
  }

  /** Takes the lock from whoever holds it. */
  take(): void {
    this.leave();
    this.#request(new AbortController(), { steal: true });
  }

  /** Gives the lock on, or up waiting for it. */
  leave(): void {
    const abort = this.#abort;
    this.#abort = undefined;
    this.#release?.();
    this.#release = undefined;
    abort?.abort();
  }

  #request(abort: AbortController, options: { signal?: AbortSignal; steal?: boolean }): void {
    this.#abort = abort;
    let held = false;
    const whileHeld = (): Promise<void> => {
      if (this.#abort !== abort) return Promise.resolve();
      held = true;
      return new Promise((resolve) => {
        this.#release = resolve;
        this.#options.onWon();
      });
    };
    this.#options.locks.request(this.#options.name, options, whileHeld).catch(() => {
      if (this.#abort !== abort) return;
      this.#abort = undefined;
      this.#release = undefined;
      if (held) this.#options.onLost();
      else this.#options.onRefused();
    });
  }
}
