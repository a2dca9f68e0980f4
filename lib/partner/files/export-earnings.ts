/** Earnings as a CSV file: every fee of the range, newest first, or every hour, day, week or month, oldest first. */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { beginEarnings, bucketsPage, type EarningsRead } from "#lib/partner/reads/read-earnings.ts";
import { spanOf } from "#lib/partner/reads/span.ts";
import { linkOf } from "#lib/partner/referrals/link-of.ts";
import { CSV_TYPE, csvLine } from "#lib/platform/downloads/csv-cells.ts";
import { type Column, csvOfPages, text } from "#lib/platform/downloads/csv-pages.ts";
import type { Granularity } from "#lib/protocol/partner/enumerations.ts";
import type { EarningBucket, EarningEntry } from "#lib/protocol/wire/partner.ts";
import { figureColumns, splitColumns } from "./_csv-rows.ts";
import { ledgerLines } from "./_ledger-lines.ts";
import { partnerFile } from "./_partner-file.ts";
import { earningCell, feeCell, lineOf, plainCell, timeCell } from "./_sql-cells.ts";

/** Bucket edges of one page. */
const PAGE_BUCKETS = 500;

type Call = Parameters<typeof beginEarnings>[0] & { input: { request: Request } };

/** @throws as {@link beginEarnings}, and RATE_LIMITED while another file of the partner is being produced */
export async function exportEarnings(call: Call): Promise<Response> {
  const read = await beginEarnings(call);
  const { granularity, tz } = call.input.query;
  return partnerFile({
    actor: call.ctx.actor,
    request: call.input.request,
    snapshot: read.snapshot,
    range: read.range,
    kind: granularity === undefined ? "earnings" : `earnings-${granularity}`,
    extension: "csv",
    type: CSV_TYPE,
    make: (signal) =>
      granularity === undefined
        ? entryParts(read, signal)
        : bucketParts(read, { granularity, tz }, signal),
  });
}

const BUCKET_COLUMNS: readonly Column<EarningBucket>[] = [
  text("from", ({ from }) => from),
  text("to", ({ to }) => to),
  ...figureColumns<EarningBucket>("", (row) => row),
  ...splitColumns<EarningBucket>(),
];

function bucketParts(
  read: EarningsRead,
  cut: { granularity: Granularity; tz: string },
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const page = (cursor: string | undefined) =>
    bucketsPage(read, { ...cut, limit: PAGE_BUCKETS, cursor });
  return csvOfPages(BUCKET_COLUMNS, page, signal);
}

async function* entryParts(
  { db, snapshot, range, product, referralId }: EarningsRead,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const cells = entryCells(snapshot.standing.seq);
  const filters = [
    sql`l.fee is not null`,
    ...(product === undefined ? [] : [sql`l.product = ${product}`]),
    // An expression, so that the planner finds the page by row numbers and not by all rows of a referral.
    ...(referralId === undefined ? [] : [sql`coalesce(l.referral_id, '') = ${referralId}`]),
  ];
  yield* ledgerLines({
    head: csvLine(Object.keys(cells)),
    db,
    partnerId: snapshot.partnerId,
    span: await spanOf(db, snapshot, range),
    newestFirst: true,
    line: lineOf(Object.values(cells)),
    where: sql.join(filters, sql` and `),
    signal,
  });
}

/** Columns in the order and under the names of the JSON answer. `last`: the snapshot's last row. */
function entryCells(last: number): Record<keyof EarningEntry, SQL> {
  const signed = (amount: SQL) =>
    sql`case l.kind when 'reversal' then -${amount} else ${amount} end`;
  return {
    seq: sql`l.seq`,
    kind: sql`l.kind`,
    accrued_at: timeCell(sql`l.accrued_at`),
    occurred_at: timeCell(sql`l.occurred_at`),
    product: sql`l.product`,
    source: sql`l.source`,
    referral_id: sql`l.referral_id`,
    fee: feeCell(sql`(${signed(sql`l.fee`)})`),
    gross: feeCell(sql`(${signed(sql`l.gross`)})`),
    level: sql`l.level`,
    share_percent: sql`l.percent`,
    window_fees: feeCell(sql`l.window_fees`),
    ruleset: sql`l.ruleset`,
    earned: earningCell(sql`(${signed(sql`l.amount`)})`),
    reverses_seq: plainCell(sql`l.reverses_seq`),
    reversed_by_seq: plainCell(sql`(select r.seq from partner_ledger r
      where r.partner_id = l.partner_id and r.kind = 'reversal' and r.reverses_seq = l.seq and r.seq <= ${last})`),
    origin: sql`l.origin`,
    simulated: sql`l.simulated::text`,
    hash: sql`l.hash`,
    link: plainCell(sql`(select ${linkOf} from partner_referrals r where r.id = l.referral_id)`),
  };
}
