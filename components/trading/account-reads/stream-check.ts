/**
 * Compares the lists of the stream with a read once in a while. A stream that lacks something, and goes on lacking it,
 * is not believed: then the lists are polled.
 */
import type { AccountData } from "./account-store.ts";
import type { StreamReads } from "./stream-reads.ts";

const EVERY_MS = 120_000;
/** What the venue did between the read and its events has arrived by then. */
const AGAIN_MS = 5_000;

export type ListsRead = Pick<AccountData, "account" | "positions" | "orders">;

export type StreamCheckParts = {
  stream: Pick<StreamReads, "lists" | "isLive" | "doubt">;
  /** Reads all three; `undefined` when one of them cannot be read. */
  read: () => Promise<ListsRead | undefined>;
  isHidden: () => boolean;
};

export class StreamCheck {
  readonly #parts: StreamCheckParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The lists of the stream that a read has contradicted. */
  #contradicted: string | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: StreamCheckParts) {
    this.#parts = parts;
  }

  /** Checks from now on, while the stream is live. */
  start(): void {
    this.stop();
    this.#contradicted = undefined;
    this.#wait(EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Checks now. */
  run(): Promise<void> {
    this.#running ??= this.#compare().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #compare(): Promise<void> {
    const { stream, read } = this.#parts;
    this.stop();
    const before = summaryOf(stream.lists);
    const lists = await read();
    if (!stream.isLive) return;
    const isSame = summaryOf(stream.lists) === before;
    if (lists === undefined || !isSame || summaryOf(lists) === before) {
      this.#contradicted = undefined;
      this.#wait(EVERY_MS);
    } else if (this.#contradicted === before) stream.doubt();
    else {
      this.#contradicted = before;
      this.#wait(AGAIN_MS);
    }
  }

  #wait(milliseconds: number): void {
    this.stop();
    this.#timer = setTimeout(() => {
      if (this.#parts.isHidden()) this.#wait(milliseconds);
      else void this.run();
    }, milliseconds);
  }
}

/** What does not follow from the mark. */
function summaryOf({ account, positions, orders }: ListsRead): string {
  return JSON.stringify([
    account?.balance,
    positions.map(({ market, size }) => `${market} ${size}`).toSorted(),
    orders.map(({ id, seq_no: version }) => `${id} ${version}`).toSorted(),
  ]);
}
