import type { Connection } from "./connection.ts";

/** The readers of the same bytes. The list is made anew only after somebody came or left, not for every write. */
export class ReaderSet {
  #members = new Set<Connection>();
  #list: readonly Connection[] | undefined;

  get size(): number {
    return this.#members.size;
  }

  add(connection: Connection): void {
    this.#members.add(connection);
    this.#list = undefined;
  }

  delete(connection: Connection): void {
    this.#members.delete(connection);
    this.#list = undefined;
  }

  /** Who is here now. The same list means the same readers; it never changes. */
  now(): readonly Connection[] {
    this.#list ??= [...this.#members];
    return this.#list;
  }
}
