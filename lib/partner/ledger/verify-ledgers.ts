/** Proves the hash chain of every partner's ledger from the facts of its rows, as after a restore. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Statements } from "#lib/platform/db/client.ts";
import { chainStart, rowHash } from "./hash-chain.ts";
import { statementLine } from "./ledger-line.ts";
import { readFacts } from "./ledger-row.ts";

const PAGE = 1_000;

type Reads = Pick<Statements, "execute">;

/** A row that is missing, changed or added: its hash does not follow from the row before it. */
export class BrokenLedgerError extends Error {
  readonly code = "LEDGER_BROKEN";

  constructor(partnerId: string, seq: number) {
    super(`The ledger of partner ${partnerId} is broken at row ${seq}`);
    this.name = "BrokenLedgerError";
  }
}

/** @throws BrokenLedgerError at the first such row */
export async function verifyLedgers(db: Reads): Promise<{ partners: number; rows: number }> {
  const found = await db.execute(sql`select id from partners order by id`);
  const ids = found.rows.map((row) => z.object({ id: z.string() }).parse(row).id);
  let rows = 0;
  for (const id of ids) rows += await verifyLedger(db, id);
  return { partners: ids.length, rows };
}

async function verifyLedger(db: Reads, partnerId: string): Promise<number> {
  let [seq, hash] = [0, chainStart(partnerId)];
  for (;;) {
    const page = await readFacts(
      db,
      sql`partner_id = ${partnerId} and partner_ledger.seq > ${seq} order by partner_ledger.seq limit ${PAGE}`,
    );
    for (const row of page) {
      seq += 1;
      hash = rowHash(hash, statementLine(row));
      if (row.seq !== seq || row.hash !== hash) throw new BrokenLedgerError(partnerId, seq);
    }
    if (page.length < PAGE) return seq;
  }
}
