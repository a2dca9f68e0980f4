/**
 * Writes batches to many connections in slices, and yields to the event loop in between: pages and orders stay quick
 * while a tick goes out to thousands of readers. Batches keep their order.
 */
import type { Connection } from "./connection.ts";
import type { Batch } from "./frames.ts";

const SLICE_MS = 4;
/** The clock is read once for this many writes. */
const WRITES_PER_LOOK = 32;

type Job = { batch: Batch; to: readonly Connection[]; next: number };

export class FanOut {
  #jobs: Job[] = [];
  #scheduled = false;

  /** Sends `batch` to the connections of this moment; one that joins later has it in its first state. */
  send(batch: Batch, to: Iterable<Connection>): void {
    this.#jobs.push({ batch, to: [...to], next: 0 });
    if (!this.#scheduled) this.#slice();
  }

  #slice(): void {
    this.#scheduled = false;
    const end = performance.now() + SLICE_MS;
    while (this.#jobs.length > 0) {
      const job = this.#jobs[0];
      if (job === undefined || !runUntil(job, end)) break;
      this.#jobs.shift();
    }
    if (this.#jobs.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.#slice());
  }
}

/** True when the job is done before `end` (of the performance clock). */
function runUntil(job: Job, end: number): boolean {
  while (job.next < job.to.length) {
    if (job.next % WRITES_PER_LOOK === 0 && performance.now() >= end) return false;
    job.to[job.next]?.send(job.batch);
    job.next += 1;
  }
  return true;
}
