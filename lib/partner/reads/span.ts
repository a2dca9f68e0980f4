/** The ledger rows of a time range, by the ledger's standing before and after them. */

import { emptyStanding, type Standing, standingAt } from "#lib/partner/ledger/ledger-row.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import type { Range } from "./range.ts";
import type { Snapshot } from "./snapshot.ts";

/** Rows `opening.seq + 1` to `closing.seq`; accrual times ascend with row numbers. */
export type Span = { opening: Standing; closing: Standing };

export async function spanOf(
  db: Pick<Statements, "execute">,
  snapshot: Snapshot,
  { from, to }: Range,
): Promise<Span> {
  return {
    opening:
      from === undefined
        ? emptyStanding(snapshot.partnerId)
        : await standingBefore(db, snapshot, from),
    closing: await standingBefore(db, snapshot, to),
  };
}

/** After the last row that had accrued before this instant. */
async function standingBefore(
  db: Pick<Statements, "execute">,
  { partnerId, standing }: Snapshot,
  time: number,
): Promise<Standing> {
  // Later rows may share the last row's millisecond, so instants from there on use the snapshot's last row.
  if (time > standing.accruedAt) return standing;
  return standingAt(db, partnerId, { time: time - 1 });
}
