/**
 * When the primary last proved that the journal is its own, in memory that all its threads see. A venue whose journal is
 * in files has no beat: it is always its own primary.
 */
import { systemMicroseconds } from "#lib/kernel/time/system-microseconds.ts";

/** A primary answers for so long after it sent the last beat that was answered. */
const ANSWERING_MICROSECONDS = 3_000_000;

export class PrimaryBeat {
  readonly memory: SharedArrayBuffer;
  readonly #sentAt: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.memory = memory;
    this.#sentAt = new BigInt64Array(memory);
  }

  /** The beat that was sent at `sentAt`, in microseconds of the steady clock, was answered. */
  answered(sentAt: number): void {
    Atomics.store(this.#sentAt, 0, BigInt(sentAt));
  }

  /** Whether an answer may leave. Wall clocks have no part in it. */
  get isFresh(): boolean {
    const sentAt = Number(Atomics.load(this.#sentAt, 0));
    return sentAt > 0 && systemMicroseconds() - sentAt < ANSWERING_MICROSECONDS;
  }
}
