/**
 * A ledger up to one row, at one instant. Reads of the same snapshot always agree: rows never change, and the instant determines the
 * window.
 */
import { and, eq } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { type Standing, standingAt } from "#lib/partner/ledger/ledger-row.ts";
import { partnerLedger } from "#lib/partner/schema/partner.ts";
import type { Database, Statements } from "#lib/platform/db/client.ts";
import type { At } from "#lib/protocol/wire/partner.ts";

export type Snapshot = {
  partnerId: string;
  /** Unix milliseconds, not before the row. */
  asOf: number;
  /** After the last row that counts; `seq` 0 without one. */
  standing: Standing;
};

export type SnapshotQuery = {
  as_of?: number | undefined;
  as_of_seq?: number | undefined;
};

type SnapshotRequest = { partnerId: string; query: SnapshotQuery; now: number };

/** The present and all rows, unless another snapshot is requested. @throws INVALID_FIELD for an impossible one */
export async function takeSnapshot(
  db: Pick<Statements, "execute">,
  { partnerId, query, now }: SnapshotRequest,
): Promise<Snapshot> {
  const { as_of: asOf, as_of_seq: seq } = query;
  // An instant alone selects the rows up to it.
  const time = seq === undefined ? asOf : undefined;
  const standing = await standingAt(db, partnerId, { seq, time });
  if (seq !== undefined && standing.seq !== seq)
    throw invalid("as_of_seq", `the ledger ends at ${standing.seq}`);
  if (asOf !== undefined && standing.accruedAt > asOf)
    throw invalid("as_of", `row ${standing.seq} accrued after it`);
  // An answer of another replica may be some milliseconds ahead of this clock.
  const latest = Math.max(now, standing.accruedAt);
  if (asOf !== undefined && asOf > latest) throw invalid("as_of", "it lies in the future");
  return { partnerId, asOf: asOf ?? latest, standing };
}

/** When the first row accrued, Unix milliseconds; undefined for a ledger without rows. */
export async function firstAccrual(
  db: Pick<Database, "select">,
  { partnerId, standing }: Snapshot,
): Promise<number | undefined> {
  if (standing.seq === 0) return undefined;
  const [row] = await db
    .select({ at: partnerLedger.accruedAt })
    .from(partnerLedger)
    .where(and(eq(partnerLedger.partnerId, partnerId), eq(partnerLedger.seq, 1)));
  return row?.at;
}

export function atOf({ asOf, standing }: Snapshot): At {
  return { as_of: isoTime(asOf), ledger_seq: standing.seq };
}

function invalid(field: string, reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field, reason });
}
