/** Settlements, paid and in transit (docs/api/partner.md). */
import "server-only";
import { and, desc, eq, gte, lt, lte, type SQL } from "drizzle-orm";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { earningText } from "#lib/partner/ledger/figures.ts";
import { isoTime } from "#lib/partner/ledger/ledger-line.ts";
import { requirePartner } from "#lib/partner/profile/partner.ts";
import { partnerSettlements } from "#lib/partner/schema/partner.ts";
import type { OwnerActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { PAYOUT_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import type { Settlement, SettlementPage } from "#lib/protocol/wire/partner.ts";
import {
  cursorParameter,
  formatParameters,
  limitParameter,
  rangeParameters,
  snapshotParameters,
} from "./query.ts";
import { type Range, rangeOf } from "./range.ts";
import { atOf, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { readBalances } from "./statement.ts";

const USUAL = 50;

export const SettlementsQuery = z.strictObject({
  ...snapshotParameters,
  ...rangeParameters,
  settlement_id: z.string().max(64).optional(),
  limit: limitParameter(USUAL),
  cursor: cursorParameter,
  ...formatParameters,
});
export type SettlementsQuery = z.output<typeof SettlementsQuery>;

type Call = { ctx: { actor: OwnerActor; now: number }; input: { query: SettlementsQuery } };

export type SettlementsRead = {
  db: Database;
  snapshot: Snapshot;
  range: Range;
  settlementId: string | undefined;
};

/** @throws NOT_A_PARTNER, SETTLEMENT_NOT_FOUND, INVALID_FIELD, MALFORMED_QUERY */
export async function beginSettlements({ ctx, input }: Call): Promise<SettlementsRead> {
  const { query } = input;
  const { db, partner } = await requirePartner(ctx.actor);
  const snapshot = await takeSnapshot(db, { partnerId: partner.id, query, now: ctx.now });
  const settlementId = query.settlement_id;
  if (settlementId !== undefined) await requireSettlement(db, partner.id, settlementId);
  return { db, snapshot, range: rangeOf(query, snapshot), settlementId };
}

/** Newest first. @throws as {@link beginSettlements} */
export async function readSettlements(call: Call): Promise<SettlementPage> {
  const read = await beginSettlements(call);
  const { limit, cursor } = call.input.query;
  const { results, next } = await settlementsBefore(read, { limit, cursor });
  const { settled, inTransit } = await readBalances(read.db, read.snapshot);
  return {
    ...atOf(read.snapshot),
    totals: { settled: earningText(settled), in_transit: earningText(inTransit) },
    results,
    next,
  };
}

async function requireSettlement(
  db: Pick<Database, "select">,
  partnerId: string,
  id: string,
): Promise<void> {
  const [row] = await db
    .select({ id: partnerSettlements.id })
    .from(partnerSettlements)
    .where(and(eq(partnerSettlements.id, id), eq(partnerSettlements.partnerId, partnerId)));
  if (row === undefined) throw new ServiceError("SETTLEMENT_NOT_FOUND");
}

/** Settlements up to the snapshot's row. The cursor is the ledger row of the previous page's last settlement. */
export async function settlementsBefore(
  { db, snapshot, range, settlementId }: SettlementsRead,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ results: Settlement[]; next: string | null }> {
  const { partnerId, openedSeq, createdAt, id } = partnerSettlements;
  const conditions: (SQL | undefined)[] = [
    eq(partnerId, snapshot.partnerId),
    lte(openedSeq, snapshot.standing.seq),
    lt(createdAt, range.to),
    range.from === undefined ? undefined : gte(createdAt, range.from),
    settlementId === undefined ? undefined : eq(id, settlementId),
    cursor === undefined ? undefined : lt(openedSeq, cursorSeq(cursor)),
  ];
  const rows = await db
    .select()
    .from(partnerSettlements)
    .where(and(...conditions))
    .orderBy(desc(openedSeq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    results: page.map((row) => settlementOf(row, snapshot)),
    next: rows.length > limit ? (page.at(-1)?.openedSeq.toString() ?? null) : null,
  };
}

function cursorSeq(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const reason = "must be the next of the page before";
  throw new ServiceError("MALFORMED_QUERY", { parameter: "cursor", reason });
}

export type SettlementRow = typeof partnerSettlements.$inferSelect;

/** Its state at the snapshot, without ends after the snapshot's row and submissions after its instant. */
export function settlementOf(
  row: SettlementRow,
  { standing, asOf }: { standing: Pick<Snapshot["standing"], "seq">; asOf: number },
): Settlement {
  const { network } = row;
  const hasEnded = row.endedSeq !== null && row.endedSeq <= standing.seq;
  const submittedAt = hasEnded || (row.submittedAt ?? 0) <= asOf ? row.submittedAt : null;
  const signature = submittedAt === null ? null : row.signature;
  const open = submittedAt === null ? "created" : "submitted";
  return {
    id: row.id,
    created_at: isoTime(row.createdAt),
    period_end: isoTime(row.periodEnd),
    amount: formatDecimal(row.amount, PAYOUT_DECIMALS),
    state: hasEnded ? row.state : open,
    network,
    mint: row.mint,
    recipient: row.recipient,
    signature,
    slot: hasEnded ? row.slot : null,
    submitted_at: submittedAt === null ? null : isoTime(submittedAt),
    ended_at: hasEnded && row.endedAt !== null ? isoTime(row.endedAt) : null,
    failure: hasEnded ? row.failure : null,
    explorer_url:
      signature === null ? null : explorerUrl({ network, signature }, config().sandboxUrl),
    simulated: row.simulated,
  };
}
