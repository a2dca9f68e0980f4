/** Memory that the venue and the follower's thread share, so that a commit costs neither of them a message. */

const DURABLE = 0;
const FOLLOWED = 1;
const WANTED = 2;

const REQUESTS = 0;
const STOP = 1;
const LIVE = 2;

export const STOP_REQUEST = { none: 0, now: 1, withSnapshot: 2 } as const;

export class SharedHeights {
  readonly memory: SharedArrayBuffer;
  readonly #heights: BigInt64Array;
  readonly #requests: Int32Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(36)) {
    this.memory = memory;
    this.#heights = new BigInt64Array(memory, 0, 3);
    this.#requests = new Int32Array(memory, 24, 3);
  }

  get durable(): number {
    return Number(Atomics.load(this.#heights, DURABLE));
  }

  /** Wakes the follower when somebody follows what blocks do. */
  set durable(height: number) {
    Atomics.store(this.#heights, DURABLE, BigInt(height));
    if (Atomics.load(this.#requests, LIVE) === 1) this.wake();
  }

  /** Whether each block is followed at once. */
  set isLive(isLive: boolean) {
    Atomics.store(this.#requests, LIVE, isLive ? 1 : 0);
  }

  get followed(): number {
    return Number(Atomics.load(this.#heights, FOLLOWED));
  }

  set followed(height: number) {
    Atomics.store(this.#heights, FOLLOWED, BigInt(height));
  }

  /** The highest height for which a call has waited. */
  get wanted(): number {
    return Number(Atomics.load(this.#heights, WANTED));
  }

  /** A call waits for `height`: the follower's rest ends at once. Only one thread may call it. */
  want(height: number): void {
    if (height > this.wanted) Atomics.store(this.#heights, WANTED, BigInt(height));
    this.wake();
  }

  get stopRequest(): number {
    return Atomics.load(this.#requests, STOP);
  }

  /** Asks the follower to end; wakes it. */
  requestStop(request: number): void {
    Atomics.store(this.#requests, STOP, request);
    this.wake();
  }

  /** Ends the follower's rest at once. */
  wake(): void {
    Atomics.add(this.#requests, REQUESTS, 1);
    Atomics.notify(this.#requests, REQUESTS);
  }

  /** How often it was woken so far: pass it to `rest`, so that no call in between is missed. */
  get requestCount(): number {
    return Atomics.load(this.#requests, REQUESTS);
  }

  /** Blocks the calling thread; true when it was woken. */
  rest(requestCount: number, milliseconds: number): boolean {
    return Atomics.wait(this.#requests, REQUESTS, requestCount, milliseconds) !== "timed-out";
  }
}
