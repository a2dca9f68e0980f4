/**
 * The remembered digests of signed writes with their outcomes, in order of arrival. There may be hundreds of thousands, and
 * nearly all of them are orders, so these have columns of their own.
 */
import type { FillRow, Outcome } from "#services/venue/engine/outcome.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { ColumnReader, type Columns, fromColumns, toColumns } from "./columns.ts";
import type { OrderTable, OutcomeRow, RestoredOrders } from "./order-rows.ts";

/** `order` is a row of the order table, -1 when the outcome is another one. */
type DigestRow = { digest: string; until: number; order: number };
type DigestFill = FillRow & { write: number };

export type DigestRows = {
  writes: Columns<DigestRow>;
  /** Fills of orders, by the row of their write. */
  fills: Columns<DigestFill>;
  /** Outcomes that are no order, in order of their writes. */
  others: OutcomeRow[];
};

export function digestRows(state: VenueState, table: OrderTable): DigestRows {
  const writes: DigestRow[] = [];
  const fills: DigestFill[] = [];
  const others: OutcomeRow[] = [];
  for (const { digest, until } of state.digestQueue) {
    const outcome = state.digests.get(digest);
    if (outcome === undefined) throw new Error(`the digest ${digest} has no outcome`);
    let order = -1;
    if (outcome.kind === "order") {
      order = table.numberOf(outcome.order);
      for (const fill of outcome.fills) fills.push({ write: writes.length, ...fill });
    } else {
      others.push(table.outcomeRow(outcome));
    }
    writes.push({ digest, until, order });
  }
  return { writes: toColumns(writes), fills: toColumns(fills), others };
}

/** Fills the empty `digests` and `digestQueue` of a state. */
export function restoreDigests(
  { digests, digestQueue }: Pick<VenueState, "digests" | "digestQueue">,
  rows: DigestRows,
  orders: RestoredOrders,
): void {
  const fills = Map.groupBy(fromColumns(rows.fills), (fill) => fill.write);
  const reader = new ColumnReader(rows.writes);
  const [digestAt, untilAt] = [reader.field("digest"), reader.field("until")];
  const orderAt = reader.field("order");
  const others = rows.others.values();
  for (let write = 0; write < reader.count; write += 1) {
    const digest = digestAt(write);
    const order = orderAt(write);
    const outcome: Outcome =
      order === -1
        ? otherOutcome(others.next().value, orders)
        : {
            kind: "order",
            order: orders.at(order),
            fills: (fills.get(write) ?? []).map(fillOf),
          };
    digests.set(digest, outcome);
    digestQueue.push({ digest, until: untilAt(write) });
  }
}

function fillOf({ tradeId, ticks, lots, fee }: DigestFill): FillRow {
  return { tradeId, ticks, lots, fee };
}

function otherOutcome(row: OutcomeRow | undefined, orders: RestoredOrders): Outcome {
  if (row === undefined) throw new RangeError("a digest of the snapshot has no outcome");
  return orders.outcome(row);
}
