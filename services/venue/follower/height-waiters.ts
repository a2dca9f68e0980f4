/** Calls that wait for the follower. One timer polls for all of them, because a change of shared memory sends no notification. */
import type { SharedHeights } from "#services/venue/link/shared-heights.ts";

const POLL_MS = 2;

type Waiter = { height: number; resolve: () => void; reject: (reason: unknown) => void };

export class HeightWaiters {
  readonly #heights: Pick<SharedHeights, "followed" | "want">;
  /** By height, lowest first. */
  #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: Error | undefined;

  constructor(heights: Pick<SharedHeights, "followed" | "want">) {
    this.#heights = heights;
  }

  /**
   * Resolves when the follower has reached `height`; until then it is kept from resting.
   * @throws what `fail` was given, or the reason of `signal` once that is aborted, which ends the wait.
   */
  async reached(height: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#heights.followed >= height) return;
    if (this.#failure !== undefined) throw this.#failure;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { height, resolve, reject };
    const drop = () => this.#drop(waiter, signal?.reason);
    signal?.addEventListener("abort", drop, { once: true });
    this.#add(waiter);
    try {
      await promise;
    } finally {
      signal?.removeEventListener("abort", drop);
    }
  }

  /** The follower has ended: present and later waits for heights beyond its last one fail with the reason. */
  fail(failure: Error): void {
    this.#failure = failure;
    this.#resolveReached();
    const waiters = this.#waiters.splice(0);
    this.#restIfAlone();
    for (const { reject } of waiters) reject(failure);
  }

  #add(waiter: Waiter): void {
    const before = this.#waiters.findLastIndex(({ height }) => height <= waiter.height);
    this.#waiters.splice(before + 1, 0, waiter);
    this.#heights.want(waiter.height);
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS);
  }

  #drop(waiter: Waiter, reason: unknown): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    this.#restIfAlone();
    waiter.reject(reason);
  }

  #poll(): void {
    this.#resolveReached();
    const highest = this.#waiters.at(-1);
    if (highest === undefined) this.#restIfAlone();
    else this.#heights.want(highest.height);
  }

  #resolveReached(): void {
    const { followed } = this.#heights;
    const behind = this.#waiters.findIndex(({ height }) => height > followed);
    const there = this.#waiters.splice(0, behind < 0 ? this.#waiters.length : behind);
    for (const { resolve } of there) resolve();
  }

  #restIfAlone(): void {
    if (this.#waiters.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
