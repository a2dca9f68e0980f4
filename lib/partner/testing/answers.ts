/** The expected answers of the endpoints, by the model. */

import { PAYMENT } from "#lib/partner/payouts/payouts.testing.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { ReferralOrder, ReferralSort } from "#lib/protocol/partner/enumerations.ts";
import type {
  EarningEntry,
  PartnerSummary,
  Referral,
  Settlement,
} from "#lib/protocol/wire/partner.ts";
import {
  amountOf,
  bookedOf,
  type Fall,
  fallsAfter,
  type ModelRow,
  modelLevelOf,
  pendingOf,
  productNamed,
  sumOf,
  TABLE,
  usd,
  WINDOW,
  windowRows,
} from "./model.ts";
import type { Payout, Referred, Side, Wallet } from "./world.ts";

const PRODUCTS = ["perp", "swap", "prediction"] as const;

/** A ledger up to a row, at an instant. */
export type LedgerPoint = { side: Side; asOf: number; rows: ModelRow[] };

export type Filter = {
  from?: number | undefined;
  /** Exclusive. */
  to: number;
  product?: string | undefined;
  referralId?: string | undefined;
};

export const iso = (time: number): string => new Date(time).toISOString();
const fee = (units: bigint): string => usd(units, 9);
const earning = (units: bigint): string => usd(units, 11);

export function pointAt(side: Side, asOf: number, seq: number): LedgerPoint {
  return { side, asOf, rows: side.ledger.rows.slice(0, seq) };
}

export function expectedSummary({
  side,
  asOf,
  rows,
}: LedgerPoint): Omit<PartnerSummary, "forecast"> {
  const within = windowRows(rows, asOf);
  const fees = sumOf(within);
  const { level, percent } = modelLevelOf(fees);
  const referrals = side.referrals.filter(({ boundAt }) => boundAt <= asOf);
  const { code } = side.partner;
  return {
    as_of: iso(asOf),
    ledger_seq: rows.length,
    level,
    share_percent: Number(percent),
    referred_fees_30d: fee(fees),
    window: { from: iso(asOf - WINDOW), to: iso(asOf) },
    by_product: PRODUCTS.map((product) => productSums(product, { within, rows, asOf })),
    next_level: nextLevel(rows, asOf),
    rolloff: fallsAfter(rows, asOf).map(stepOf),
    balances: {
      accrued: earning(amountOf(rows, "accrual") - amountOf(rows, "reversal")),
      settled: earning(amountOf(rows, "payment")),
      in_transit: earning(
        amountOf(rows, "settlement") - amountOf(rows, "payment") - amountOf(rows, "return"),
      ),
      pending: earning(pendingOf(rows)),
      reconciles: true,
    },
    first_accrued_at: rows[0] === undefined ? null : iso(rows[0].accruedAt),
    referrals: referrals.length,
    referral: { code, url: `http://localhost:3000/r/${code}`, discount_percent: 10 },
    ruleset: {
      id: "levels-1",
      window_hours: 720,
      levels: TABLE.map((rung) => ({
        level: rung.level,
        threshold: fee(rung.from),
        share_percent: Number(rung.percent),
      })),
    },
    head_hash: rows.at(-1)?.hash ?? side.ledger.firstHash,
    simulated:
      referrals.some(({ simulated }) => simulated) ||
      rows.some(({ kind, simulated }) => kind === "settlement" && simulated),
  };
}

type Sums = { within: ModelRow[]; rows: ModelRow[]; asOf: number };

function productSums(
  product: (typeof PRODUCTS)[number],
  { within, rows, asOf }: Sums,
): PartnerSummary["by_product"][number] {
  const sums = (isOf: (row: ModelRow) => boolean) => {
    const lately = rows.filter((row) => row.accruedAt > asOf - WINDOW && isOf(row));
    const all = bookedOf(rows.filter(isOf));
    return {
      fees_30d: fee(sumOf(within.filter(isOf))),
      earned_30d: earning(bookedOf(lately).earned),
      fees_total: fee(all.fees),
      earned_total: earning(all.earned),
    };
  };
  return {
    product,
    ...sums((row) => isOfProduct(row, product)),
    of_which_copy: product === "perp" ? sums((row) => row.of?.source === "copy") : null,
  };
}

function isOfProduct(row: ModelRow, product: string): boolean {
  return row.of !== null && productNamed(row.of.source) === product;
}

function stepOf({ at, before, after, fees }: Fall): PartnerSummary["rolloff"][number] {
  return {
    at: iso(at),
    level: after.level,
    share_percent: Number(after.percent),
    fees_30d: fee(fees),
    to_hold: fee(before.from - fees),
  };
}

function nextLevel(rows: readonly ModelRow[], asOf: number): PartnerSummary["next_level"] {
  const fees = sumOf(windowRows(rows, asOf));
  const above = TABLE.find(({ from }) => from > fees);
  if (above === undefined) return null;
  const remaining = above.from - fees;
  const week = sumOf(windowRows(rows, asOf, 7 * DAY_MS));
  return {
    level: above.level,
    share_percent: Number(above.percent),
    threshold: fee(above.from),
    remaining: fee(remaining),
    progress: `0.${String((fees * 10_000n) / above.from).padStart(4, "0")}`,
    pace: {
      fees_7d: fee(week),
      reached_at: reachedAt({ rows, asOf, week, threshold: above.from }),
    },
  };
}

/** Forecast every twelve hours: the rest of the window, and new fees at the pace of the last week. */
function reachedAt(on: {
  rows: readonly ModelRow[];
  asOf: number;
  week: bigint;
  threshold: bigint;
}): string | null {
  const { rows, asOf, week, threshold } = on;
  if (week === 0n) return null;
  for (let halfDays = 0n; halfDays <= 60n; halfDays += 1n) {
    const at = asOf + Number(halfDays) * (DAY_MS / 2);
    if (sumOf(windowRows(rows, at)) * 14n + week * halfDays >= threshold * 14n) return iso(at);
  }
  return null;
}

function isWithin(time: number, { from, to }: Filter): boolean {
  return time < to && (from === undefined || time >= from);
}

/** Matching fees and reversals. */
export function rowsOf({ rows }: LedgerPoint, filter: Filter): ModelRow[] {
  return rows.filter(
    (row) =>
      row.of !== null &&
      isWithin(row.accruedAt, filter) &&
      (filter.product === undefined || isOfProduct(row, filter.product)) &&
      (filter.referralId === undefined || row.of.referralId === filter.referralId),
  );
}

export function expectedEntries(point: LedgerPoint, filter: Filter): EarningEntry[] {
  const last = point.rows.length;
  return rowsOf(point, filter)
    .toReversed()
    .map((row) => {
      const { of: basis, reversedBy } = row;
      if (basis === null) throw new Error("This row is of no fee.");
      const sign = row.kind === "reversal" ? -1n : 1n;
      return {
        seq: row.seq,
        kind: row.kind === "reversal" ? "reversal" : "accrual",
        accrued_at: iso(row.accruedAt),
        occurred_at: iso(row.occurredAt),
        product: productNamed(basis.source),
        source: basis.source,
        referral_id: basis.referralId,
        fee: fee(sign * basis.fee),
        gross: fee(sign * basis.gross),
        level: basis.level,
        share_percent: Number(basis.percent),
        window_fees: fee(basis.windowFees),
        ruleset: "levels-1",
        earned: earning(sign * row.amount),
        reverses_seq: row.reverses?.seq ?? null,
        reversed_by_seq: reversedBy !== null && reversedBy.seq <= last ? reversedBy.seq : null,
        origin: row.origin,
        simulated: row.simulated,
        hash: row.hash,
        link: point.side.partner.code,
      };
    });
}

/** The figures of all products or of one, as `figures`, `by_product` and `copy`. */
export function figuresOf(rows: readonly ModelRow[], product?: string) {
  const text = (some: readonly ModelRow[]) => {
    const { fees, earned, count } = bookedOf(some);
    return { fees: fee(fees), earned: earning(earned), count };
  };
  const shown = PRODUCTS.filter((one) => product === undefined || one === product);
  return {
    ...text(rows),
    by_product: shown.map((one) => ({
      product: one,
      ...text(rows.filter((row) => isOfProduct(row, one))),
    })),
    copy: text(rows.filter((row) => row.of?.source === "copy")),
  };
}

export function expectedReferrals(
  point: LedgerPoint,
  filter: Filter,
  { sort, order }: { sort: ReferralSort; order: ReferralOrder },
): Referral[] {
  const present = point.side.referrals.filter(
    ({ id, boundAt }) =>
      boundAt <= point.asOf && (filter.referralId === undefined || id === filter.referralId),
  );
  const key = ({ id, boundAt }: Referred): bigint => {
    if (sort === "joined") return BigInt(boundAt);
    const own = rowsOf(point, { to: point.asOf + 1, referralId: id });
    if (sort === "last_fee") return BigInt(own.at(-1)?.accruedAt ?? 0);
    return bookedOf(rowsOf(point, { ...filter, referralId: id }))[sort];
  };
  const way = order === "asc" ? -1 : 1;
  return present
    .map((referral) => ({ referral, by: key(referral) }))
    .toSorted((a, b) => way * (compare(b.by, a.by) || compare(b.referral.id, a.referral.id)))
    .map(({ referral }) => referralOf(point, filter, referral));
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const NO_TAGS = {
  sub: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  utm_term: null,
};

function referralOf(point: LedgerPoint, filter: Filter, referral: Referred): Referral {
  const { id, boundAt, simulated, wallets } = referral;
  const own = rowsOf(point, { to: point.asOf + 1, referralId: id });
  const { product } = filter;
  const shown = rowsOf(point, { ...filter, referralId: id });
  const { by_product, copy, ...figures } = figuresOf(shown, product);
  const bound = wallets
    .filter((wallet) => wallet.boundAt !== null)
    .toSorted((a, b) => (a.boundAt ?? 0) - (b.boundAt ?? 0) || compare(a.account, b.account));
  const isSet = ({ discountSetAt }: Wallet): boolean => discountSetAt !== null;
  const last = own.at(-1);
  const isShown = (row: ModelRow) => product === undefined || isOfProduct(row, product);
  const { fees, earned, count } = figuresOf(own.filter(isShown));
  return {
    id,
    alias: null,
    note: null,
    wallets: bound.map(({ account }) => `${account.slice(0, 4)}…${account.slice(-4)}`),
    joined_at: iso(boundAt),
    discount: bound.every(isSet) ? "set" : "pending",
    last_fee_at: last === undefined ? null : iso(last.accruedAt),
    figures,
    by_product,
    copy,
    total: { fees, earned, count },
    simulated,
    review: null,
    link: point.side.partner.code,
    via: null,
    tags: NO_TAGS,
  };
}

export function expectedSettlements(
  { side, rows, asOf }: LedgerPoint,
  filter: Filter,
  id?: string,
): Settlement[] {
  return side.payouts
    .filter((payout) => payout.openedSeq <= rows.length && isWithin(payout.createdAt, filter))
    .filter((payout) => id === undefined || payout.id === id)
    .toSorted((a, b) => b.openedSeq - a.openedSeq)
    .map((payout) => settlementOf(payout, rows.length, asOf));
}

/** Without outcomes after the snapshot's row and submissions after its instant. */
function settlementOf(payout: Payout, seq: number, asOf: number): Settlement {
  const hasEnded = payout.endedSeq !== null && payout.endedSeq <= seq;
  const wasSubmitted = payout.submittedAt !== null && (hasEnded || payout.submittedAt <= asOf);
  const signature = wasSubmitted ? payout.signature : null;
  const open = wasSubmitted ? "submitted" : "created";
  const end = hasEnded ? payout : undefined;
  return {
    id: payout.id,
    created_at: iso(payout.createdAt),
    period_end: iso(payout.periodEnd),
    amount: usd(payout.amount / 100_000n, 6),
    state: end?.end ?? open,
    ...PAYMENT,
    signature,
    slot: end?.slot ?? null,
    submitted_at: wasSubmitted && payout.submittedAt !== null ? iso(payout.submittedAt) : null,
    ended_at: typeof end?.endedAt === "number" ? iso(end.endedAt) : null,
    failure: end?.failure ?? null,
    explorer_url:
      signature === null
        ? null
        : `https://explorer.solana.com/tx/${signature}?cluster=${PAYMENT.network}`,
    simulated: payout.simulated,
  };
}

/** In transit and settled of these settlements, USDC. */
export function settlementTotals({ rows }: LedgerPoint) {
  const settled = amountOf(rows, "payment");
  const inTransit = amountOf(rows, "settlement") - settled - amountOf(rows, "return");
  return { settled: earning(settled), in_transit: earning(inTransit) };
}
