/** Writes closed bars behind the stream: in order, batched, and again until the database takes them. */
import type { Database } from "#lib/db/client.ts";
import type { Bar } from "#lib/protocol/kline.ts";
import { insertBars } from "./bar-store.ts";
import type { Timers } from "./timers.ts";

const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;

type Batch = { bars: readonly Bar[]; written: () => void };

export class BarWriter {
  readonly #db: Database;
  readonly #timers: Timers;
  readonly #onFailure: (thrown: unknown) => void;
  #queue: Batch[] = [];
  #running: Promise<void> | undefined;
  #closing = false;
  #wake = () => {};

  constructor(options: { db: Database; timers: Timers; onFailure: (thrown: unknown) => void }) {
    this.#db = options.db;
    this.#timers = options.timers;
    this.#onFailure = options.onFailure;
  }

  /** Queues bars that closed together; `written` is called once they are stored. */
  append(bars: readonly Bar[], written: () => void): void {
    if (bars.length === 0) return;
    this.#queue.push({ bars, written });
    this.#running ??= this.#run();
  }

  /** Resolves when everything queued is stored, or at the first failure after this call. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    // Bars of other markets that close in the same moment go into the same statement.
    await Promise.resolve();
    while (this.#queue.length > 0) {
      if (await this.#writeQueue()) {
        retryMs = FIRST_RETRY_MS;
        continue;
      }
      if (this.#closing) break;
      await this.#pause(retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
    // In the same step as the last look at the queue, so that nothing is left behind in it.
    this.#running = undefined;
  }

  async #writeQueue(): Promise<boolean> {
    const batches = this.#queue;
    this.#queue = [];
    try {
      await insertBars(
        this.#db,
        batches.flatMap((batch) => batch.bars),
      );
    } catch (thrown) {
      this.#queue = [...batches, ...this.#queue];
      this.#onFailure(thrown);
      return false;
    }
    for (const batch of batches) batch.written();
    return true;
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#timers.after(delayMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
