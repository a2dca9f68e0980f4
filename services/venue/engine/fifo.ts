/** A queue whose front is taken in O(1): an array with a moving head, cut in bulk. */

const CUT_AT = 1_024;

export class Fifo<Item> implements Iterable<Item> {
  #items: (Item | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  peek(): Item | undefined {
    return this.#items[this.#head];
  }

  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head >= CUT_AT && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  *[Symbol.iterator](): Generator<Item, void, undefined> {
    for (let index = this.#head; index < this.#items.length; index += 1) {
      const item = this.#items[index];
      if (item !== undefined) yield item;
    }
  }
}
