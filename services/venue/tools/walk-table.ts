/** The same walk through the journal in Postgres, while a venue writes to it. */
import type { Secret } from "#lib/platform/env.ts";
import { GENESIS_HASH } from "#services/venue/journal/block.ts";
import { JournalConnection } from "#services/venue/journal-store/connection.ts";
import {
  decodeRow,
  placedBlock,
  rowsAfter,
  TABLE,
} from "#services/venue/journal-store/journal-table.ts";
import { type Walk, Walker, type WalkOptions } from "./walk-journal.ts";

const ROWS = 64;

/** @throws Error that names the height of the first block that does not check out, and the server's errors. */
export async function walkTable(url: Secret, options: Omit<WalkOptions, "folder">): Promise<Walk> {
  const { toHeight = Number.MAX_SAFE_INTEGER } = options;
  const walker = new Walker({ ...options, folder: TABLE });
  const connection = await JournalConnection.open(url, "reads");
  try {
    let last = { height: 0, hash: GENESIS_HASH, seq: 0 };
    for (;;) {
      const rows = await rowsAfter(connection, last.height, ROWS);
      for (const row of rows.filter(({ height }) => Number(height) <= toHeight)) {
        const read = placedBlock(decodeRow(row));
        const { height, previousHash, firstSeq } = read.block;
        const follows = height === last.height + 1 && previousHash === last.hash;
        if (!follows || firstSeq !== last.seq + 1) {
          throw new Error(
            `${TABLE}, height ${height}: the block does not follow the one before it`,
          );
        }
        walker.step(read);
        last = read.position;
      }
      if (rows.length < ROWS || last.height >= toHeight) return walker.finish(0);
    }
  } finally {
    await connection.close();
  }
}
