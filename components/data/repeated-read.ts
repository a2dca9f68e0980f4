/** A read that is made again and again: the answer that counts is that of the latest one. */
import type { Answer } from "./http.ts";

export class RepeatedRead {
  #running: AbortController | undefined;

  /** On a slow line a poll that did not wait for the answer would never get one. */
  get isUnderWay(): boolean {
    return this.#running !== undefined;
  }

  /** In the place of the one that is under way. `take` is not called for an answer that was dropped. */
  async begin(
    read: (signal: AbortSignal) => Promise<Answer>,
    take: (answer: Answer) => void,
  ): Promise<void> {
    this.drop();
    const mine = new AbortController();
    this.#running = mine;
    const answer = await read(mine.signal);
    if (mine.signal.aborted) return;
    this.#running = undefined;
    take(answer);
  }

  drop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
