/**
 * Proves the part of the journal that a start from a snapshot skips: checksums and the chain of hashes, without applying
 * anything. It works in slices, while the journal is being written.
 */
import { JournalReader } from "./journal-reader.ts";
import type { JournalPosition } from "./position.ts";

export class ChainCheck {
  readonly #reader: JournalReader;
  readonly #to: JournalPosition;

  /** From the journal's beginning up to and including the block at `to`. */
  constructor(folder: string, to: JournalPosition) {
    this.#reader = new JournalReader(folder);
    this.#to = to;
  }

  get isDone(): boolean {
    return this.#reader.position.height >= this.#to.height;
  }

  /**
   * Works for about `milliseconds`; answers whether all of it is proven now.
   * @throws Error that names file and byte when a block is damaged, missing or not the one that was followed.
   */
  work(milliseconds: number): boolean {
    const until = performance.now() + milliseconds;
    while (!this.isDone) {
      this.#step();
      if (performance.now() >= until) break;
    }
    if (this.isDone) this.#reader.close();
    return this.isDone;
  }

  close(): void {
    this.#reader.close();
  }

  #step(): void {
    const reader = this.#reader;
    const to = this.#to;
    const { positionText } = reader;
    if (reader.next() === undefined) {
      throw new Error(`${positionText}: the journal ends, but block ${to.height} was in it`);
    }
    if (this.isDone && reader.position.hash !== to.hash) {
      throw new Error(
        `${positionText}: block ${to.height} is not the one that the snapshot was made of`,
      );
    }
  }
}
