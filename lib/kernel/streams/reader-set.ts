import type { StreamReader } from "./slow-reader.ts";

/** The readers of the same bytes. The list is rebuilt only after a change, not for every write. */
export class ReaderSet {
  #members = new Set<StreamReader>();
  #list: readonly StreamReader[] | undefined;

  get size(): number {
    return this.#members.size;
  }

  add(connection: StreamReader): void {
    this.#members.add(connection);
    this.#list = undefined;
  }

  delete(connection: StreamReader): void {
    this.#members.delete(connection);
    this.#list = undefined;
  }

  /** The current readers. The list is immutable, and the same list means the same readers. */
  now(): readonly StreamReader[] {
    this.#list ??= [...this.#members];
    return this.#list;
  }
}
