/** The same walk through the journal in Postgres, while a venue writes to it. */
import type { Secret } from "#lib/kernel/env.ts";
import { GENESIS_HASH } from "#services/venue/journal/block.ts";
import type { PlacedBlock } from "#services/venue/journal/journal-reader.ts";
import { JournalConnection } from "#services/venue/journal-store/connection.ts";
import {
  decodeRow,
  placedBlock,
  ReadSize,
  type Row,
  rowsAfter,
  TABLE,
} from "#services/venue/journal-store/journal-table.ts";
import { type Walk, Walker, type WalkOptions } from "./walk-journal.ts";

/** @throws Error that names the height of the first block that does not check out, and the server's errors. */
export async function walkTable(url: Secret, options: Omit<WalkOptions, "folder">): Promise<Walk> {
  const walker = new Walker({ ...options, folder: TABLE });
  for await (const read of tableBlocks(url, options.toHeight)) walker.step(read);
  return walker.finish(0);
}

/** The blocks of the table in order, proven to be one chain. @throws as `walkTable` does */
export async function* tableBlocks(
  url: Secret,
  toHeight: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<PlacedBlock> {
  const reader = new TableReader(url);
  try {
    let last = { height: 0, hash: GENESIS_HASH, seq: 0 };
    for (;;) {
      const { rows, isEnd } = await reader.after(last.height);
      for (const row of rows.filter(({ height }) => Number(height) <= toHeight)) {
        const read = placedBlock(decodeRow(row));
        const { height, previousHash, firstSeq } = read.block;
        const follows = height === last.height + 1 && previousHash === last.hash;
        if (!follows || firstSeq !== last.seq + 1) {
          throw new Error(
            `${TABLE}, height ${height}: the block does not follow the one before it`,
          );
        }
        yield read;
        last = read.position;
      }
      if (isEnd || last.height >= toHeight) return;
    }
  } finally {
    await reader.close();
  }
}

/** Reads that fail are made again row by row; a single row that fails ends the walk. */
class TableReader {
  readonly #url: Secret;
  readonly #size = new ReadSize();
  #connection: JournalConnection | undefined;

  constructor(url: Secret) {
    this.#url = url;
  }

  async after(height: number): Promise<{ rows: Row[]; isEnd: boolean }> {
    for (;;) {
      this.#connection ??= await JournalConnection.open(this.#url, "reads");
      const limit = this.#size.rows;
      try {
        const rows = await rowsAfter(this.#connection, height, limit);
        this.#size.succeeded();
        return { rows, isEnd: rows.length < limit };
      } catch (error) {
        if (limit === 1) throw error;
        this.#size.failed();
        this.#connection.drop();
        this.#connection = undefined;
      }
    }
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }
}
