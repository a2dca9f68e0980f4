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
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
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
      const batches = this.#queue;
      this.#queue = [];
      try {
        await insertBars(
          this.#db,
          batches.flatMap((batch) => batch.bars),
        );
        for (const batch of batches) batch.written();
        retryMs = FIRST_RETRY_MS;
      } catch (thrown) {
        this.#queue = [...batches, ...this.#queue];
        this.#onFailure(thrown);
        if (this.#closing) return;
        await this.#pause(retryMs);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
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
