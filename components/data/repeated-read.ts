/** A read that is repeated: only the answer of the latest one counts. */
import type { Answer } from "./http.ts";

export class RepeatedRead {
  #running: AbortController | undefined;

  /** Polls must not start a new read during one: on a slow line no read would ever end. */
  get isUnderWay(): boolean {
    return this.#running !== undefined;
  }

  /** Starts a read and drops the one in progress. `take` is not called for dropped answers. */
  async begin<Body>(
    read: (signal: AbortSignal) => Promise<Answer<Body>>,
    take: (answer: Answer<Body>) => void,
  ): Promise<void> {
    this.drop();
    const isLatest = new AbortController();
    this.#running = isLatest;
    const answer = await read(isLatest.signal);
    if (isLatest.signal.aborted) return;
    this.#running = undefined;
    take(answer);
  }

  drop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
