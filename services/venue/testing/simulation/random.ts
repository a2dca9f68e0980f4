/** Integers from one seed (Mulberry32): the same in every run on every machine. */
export class Random {
  #word: number;

  constructor(seed: number) {
    this.#word = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b);
  }

  /** 0 to `limit` - 1; `limit` is at most 2^32. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  #next(): number {
    this.#word = (this.#word + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(this.#word ^ (this.#word >>> 15), 1 | this.#word);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
