/**
 * Writes batches to many connections in slices, and yields to the event loop in between, so that pages and orders stay
 * quick while a tick goes out to thousands of readers. Batches keep their order.
 */

import { type Batch, batchOf, type Frame } from "./frames.ts";
import { HeldFrames } from "./held-frames.ts";
import type { StreamReader } from "./slow-reader.ts";

const SLICE_MS = 4;
/**
 * How long new events wait for others of the same moment: polls of one phase are answered a few milliseconds apart, and a
 * write to each reader costs more than its bytes.
 */
const GATHER_MS = 10;
/** The clock is read once for this many writes. */
const WRITES_PER_LOOK = 32;

type Job = {
  to: readonly StreamReader[];
  held: HeldFrames;
  /** What is written, fixed when the first write begins. */
  batch: Batch | undefined;
  next: number;
};

export class FanOut {
  #jobs: Job[] = [];
  /** The pending job of these readers. */
  #waiting = new Map<readonly StreamReader[], Job>();
  #scheduled = false;
  readonly #gather: (run: () => void) => void;

  /** `gather` calls `run` after the time for which events are collected. */
  constructor(gather: (run: () => void) => void = (run) => void setTimeout(run, GATHER_MS)) {
    this.#gather = gather;
  }

  /**
   * Sends `frames` to these readers in one write each; one that joins later gets them in its first state. When a batch to
   * the same readers still waits, both are merged, so that an overloaded server writes less often and its queue does not
   * grow.
   */
  send(frames: readonly Frame[], to: readonly StreamReader[]): void {
    if (to.length === 0) return;
    const job = this.#waiting.get(to) ?? this.#makeJob(to);
    for (const frame of frames) job.held.add(frame);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#gather(() => this.#slice());
  }

  #makeJob(to: readonly StreamReader[]): Job {
    const job = { to, held: new HeldFrames(), batch: undefined, next: 0 };
    this.#jobs.push(job);
    this.#waiting.set(to, job);
    return job;
  }

  #slice(): void {
    this.#scheduled = false;
    const end = performance.now() + SLICE_MS;
    while (this.#jobs.length > 0) {
      const job = this.#jobs[0];
      if (job === undefined || !this.#runUntil(job, end)) break;
      this.#jobs.shift();
    }
    if (this.#jobs.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.#slice());
  }

  /** True when the job is done before `end` (of the performance clock). */
  #runUntil(job: Job, end: number): boolean {
    while (job.next < job.to.length) {
      if (job.next % WRITES_PER_LOOK === 0 && performance.now() >= end) return false;
      job.batch ??= this.#begin(job);
      job.to[job.next]?.send(job.batch);
      job.next += 1;
    }
    return true;
  }

  #begin(job: Job): Batch {
    this.#waiting.delete(job.to);
    return batchOf(job.held.take());
  }
}
