/**
 * The journal in Postgres, as its primary writes it. A block counts when the server has committed it and said so without
 * a warning; an insert without such an answer is looked up until its outcome is known. The folder holds a copy, which
 * snapshots, history and the next start read.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "#lib/kernel/env.ts";
import { type Block, encodeBlock } from "#services/venue/journal/block.ts";
import type { Journal } from "#services/venue/journal/journal.ts";
import type { JournalStore } from "#services/venue/journal/journal-store.ts";
import { JournalConnection } from "./connection.ts";
import { FailureReport, isRefusal, type OnWarning } from "./database-failures.ts";
import { insertBlock, isBrokenChain, isTaken, rowAt, type TableBlock } from "./journal-table.ts";

const RETRY_MS = 100;

/** Another process has written at the height of this one: it is the primary now. */
export class FencedError extends Error {
  constructor(height: number) {
    super(`another process has written block ${height}: this one is not the primary any more`);
    this.name = "FencedError";
  }
}

export class PostgresJournal implements JournalStore {
  /** Called when the copy contains the blocks up to `height`. */
  onCopied: (height: number) => void = () => {};
  /** Called when an attempt to write a block ended without an answer. */
  onUnknown: () => void = () => {};
  readonly #url: Secret;
  readonly #copy: Journal;
  readonly #report: FailureReport;
  #connection: JournalConnection | undefined;
  #head: { height: number; hash: string; seq: number; epoch: number };
  #copying: Promise<void> = Promise.resolve();
  #copyFailure: { error: unknown } | undefined;
  #closed = false;

  /** `copy` ends with the last block of the table. */
  constructor(url: Secret, copy: Journal, epoch: number, onWarning: OnWarning) {
    this.#url = url;
    this.#report = new FailureReport("writes to the journal", onWarning);
    this.#copy = copy;
    const { height, hash, seq } = copy.head;
    this.#head = { height, hash, seq, epoch };
  }

  /** The epoch of its own blocks. */
  get epoch(): number {
    return this.#head.epoch;
  }

  /** @throws FencedError, an error of the copy, or the server's when the table has lost blocks or refuses this process. */
  async append(
    given: Pick<Block, "commands" | "time" | "stateHash">,
  ): Promise<{ height: number; seq: number }> {
    const { height, hash: previousHash, seq, epoch } = this.#head;
    const block: Block = { ...given, height: height + 1, firstSeq: seq + 1, previousHash };
    const row: TableBlock = { block, ...encodeBlock(block), epoch };
    await this.commit(row);
    await this.#copying;
    if (this.#copyFailure !== undefined) throw this.#copyFailure.error;
    this.#copying = this.#copyBlock(row);
    return { height: this.#head.height, seq: this.#head.seq };
  }

  /** Writes the row into the table alone, and resolves when it is replicated. @throws as `append` does. */
  async commit(row: TableBlock): Promise<void> {
    const { block, hash, epoch } = row;
    for (let isFirst = true; !(await this.#attempt(row, isFirst)); isFirst = false) {
      await sleep(RETRY_MS);
      if (this.#closed) throw new Error("the journal was closed");
    }
    const seq = block.firstSeq + block.commands.length - 1;
    this.#head = { height: block.height, hash, seq, epoch };
    this.#report.succeeded();
  }

  /** Resolves when the copy has every block. */
  async copied(): Promise<void> {
    await this.#copying;
    if (this.#copyFailure !== undefined) throw this.#copyFailure.error;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#copying;
    await this.#connection?.close();
    await this.#copy.close();
  }

  /** Whether the row is committed now; false when that is not known. */
  async #attempt(row: TableBlock, isFirst: boolean): Promise<boolean> {
    try {
      this.#connection ??= await JournalConnection.open(this.#url, "writes");
      const connection = this.#connection;
      if (!isFirst) {
        const found = await rowAt(connection, row.block.height);
        if (found !== undefined && found.hash !== row.hash) throw new FencedError(row.block.height);
        // A visible row may not be replicated yet.
        if (found !== undefined) return await connection.barrier().then(() => true);
      }
      await insertBlock(connection, row);
      return true;
    } catch (error) {
      if (error instanceof FencedError || isBrokenChain(error) || isRefusal(error)) throw error;
      if (isTaken(error)) return false;
      this.#report.failed(error);
      // Without a connection nothing was sent.
      if (this.#connection !== undefined) this.onUnknown();
      this.#connection?.drop();
      this.#connection = undefined;
      return false;
    }
  }

  async #copyBlock(row: TableBlock): Promise<void> {
    try {
      const { height } = await this.#copy.copy(row);
      this.onCopied(height);
    } catch (error) {
      this.#copyFailure = { error };
    }
  }
}
