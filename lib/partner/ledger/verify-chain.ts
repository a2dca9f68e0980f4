/** Recomputes the hash chains of all ledgers from their rows. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Statements } from "#lib/platform/db/client.ts";
import { chainStart, rowHash } from "./hash.ts";
import { readFacts } from "./ledger-row.ts";
import { statementLine } from "./line.ts";

type Reads = Pick<Statements, "execute">;

const ROWS_AT_ONCE = 1_000;

/** The hash of a row does not follow from the row before it. */
export class BrokenChainError extends Error {
  readonly code = "LEDGER_BROKEN";

  constructor(partnerId: string, seq: number) {
    super(`The ledger of ${partnerId} is broken at row ${seq}.`);
    this.name = "BrokenChainError";
  }
}

/**
 * @returns the number of rows of all ledgers
 * @throws BrokenChainError at the first row that is missing, changed or in the wrong place
 */
export async function verifyChains(db: Reads): Promise<number> {
  const { rows } = await db.execute(sql`select distinct partner_id from partner_ledger order by 1`);
  let verified = 0;
  for (const row of rows)
    verified += await verifyChain(db, z.object({ partner_id: z.string() }).parse(row).partner_id);
  return verified;
}

async function verifyChain(db: Reads, partnerId: string): Promise<number> {
  let hash = chainStart(partnerId);
  for (let seq = 0; ; ) {
    // Qualified, because the bare name is the alias of the selected text.
    const rows = await readFacts(
      db,
      sql`partner_id = ${partnerId} and partner_ledger.seq > ${seq} order by partner_ledger.seq limit ${ROWS_AT_ONCE}`,
    );
    if (rows.length === 0) return seq;
    for (const row of rows) {
      seq += 1;
      hash = rowHash(hash, statementLine(row));
      if (row.seq !== seq || row.hash !== hash) throw new BrokenChainError(partnerId, seq);
    }
  }
}
