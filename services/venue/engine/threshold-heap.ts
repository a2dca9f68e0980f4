/** A binary heap with the highest threshold on top. */
import type { Holding } from "./market-state.ts";

const FIRST_CLEANING = 1_024;

export type Entry = { holding: Holding; version: number; threshold: bigint };

export class ThresholdHeap {
  readonly #isLive: (entry: Entry) => boolean;
  #entries: Entry[] = [];
  #cleanAt = FIRST_CLEANING;

  /** Entries that are not live are dropped when the heap is full of them. */
  constructor(isLive: (entry: Entry) => boolean) {
    this.#isLive = isLive;
  }

  push(entry: Entry): void {
    if (this.#entries.length >= this.#cleanAt) this.#clean();
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  /** The top entry when its threshold is above `value`. */
  takeBeyond(value: bigint): Entry | undefined {
    const top = this.#entries[0];
    if (top === undefined || top.threshold <= value) return undefined;
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink(0);
    }
    return top;
  }

  #clean(): void {
    const live = this.#entries.filter(this.#isLive);
    this.#entries = live.toSorted((a, b) => (a.threshold > b.threshold ? -1 : 1));
    this.#cleanAt = Math.max(FIRST_CLEANING, live.length * 2);
  }

  #rise(start: number): void {
    const entries = this.#entries;
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if (!this.#above(index, parent)) return;
      [entries[index], entries[parent]] = [entries[parent] as Entry, entries[index] as Entry];
      index = parent;
    }
  }

  #sink(start: number): void {
    const entries = this.#entries;
    let index = start;
    for (;;) {
      const left = index * 2 + 1;
      let highest = index;
      if (left < entries.length && this.#above(left, highest)) highest = left;
      if (left + 1 < entries.length && this.#above(left + 1, highest)) highest = left + 1;
      if (highest === index) return;
      [entries[index], entries[highest]] = [entries[highest] as Entry, entries[index] as Entry];
      index = highest;
    }
  }

  #above(a: number, b: number): boolean {
    return (this.#entries[a] as Entry).threshold > (this.#entries[b] as Entry).threshold;
  }
}
