/**
 * A naive model of the partner programme, written from its rules alone: arrays, without running sums and queries. The ledger's answers
 * are compared with it. Fees are 1e-9 USD, earnings and amounts 1e-11 USD, times Unix milliseconds.
 */
import { createHash } from "node:crypto";
import type { Origin } from "#lib/partner/ledger/ledger-row.ts";
import type { FeeSource } from "#lib/protocol/partner/partner-levels.ts";

export const WINDOW = 30 * 24 * 3_600_000;
export const USD = 1_000_000_000n;

/** The levels as docs/api/partner.md lists them: fees of 30 days, share in percent. */
export const TABLE = [
  { level: 1, from: 0n, percent: 10n },
  { level: 2, from: 250n * USD, percent: 12n },
  { level: 3, from: 1_000n * USD, percent: 15n },
  { level: 4, from: 4_000n * USD, percent: 18n },
  { level: 5, from: 10_000n * USD, percent: 22n },
  { level: 6, from: 25_000n * USD, percent: 25n },
] as const;

export type ModelLevel = (typeof TABLE)[number];

export function modelLevelOf(fees: bigint): ModelLevel {
  let reached: ModelLevel = TABLE[0];
  for (const rung of TABLE) if (fees >= rung.from) reached = rung;
  return reached;
}

export type ModelFee = {
  source: FeeSource;
  referralId: string;
  fee: bigint;
  gross: bigint;
  level: number;
  percent: bigint;
  windowFees: bigint;
};

export type ModelRow = {
  seq: number;
  kind: "accrual" | "reversal" | "settlement" | "payment" | "return";
  key: string;
  amount: bigint;
  accruedAt: number;
  occurredAt: number;
  of: ModelFee | null;
  reverses: ModelRow | null;
  /** Set when a later row reverses this one. */
  reversedBy: ModelRow | null;
  settlementId: string | null;
  origin: Origin;
  simulated: boolean;
  hash: string;
};

export type NewFee = Pick<ModelRow, "key" | "occurredAt" | "origin" | "simulated"> &
  Pick<ModelFee, "source" | "referralId" | "fee" | "gross">;

export type NewMove = {
  kind: "settlement" | "payment" | "return";
  settlementId: string;
  amount: bigint;
  occurredAt: number;
  simulated: boolean;
};

/** One partner's ledger. */
export class ModelLedger {
  readonly rows: ModelRow[] = [];
  readonly #partnerId: string;

  constructor(partnerId: string) {
    this.#partnerId = partnerId;
  }

  /** The ledger time of a row with this `now` and `occurredAt`. */
  accrualTime(occurredAt: number, now: number): number {
    return Math.max(this.rows.at(-1)?.accruedAt ?? 0, Math.min(occurredAt, now));
  }

  book(fee: NewFee, now: number): ModelRow {
    const accruedAt = this.accrualTime(fee.occurredAt, now);
    const windowFees = sumOf(windowRows(this.rows, accruedAt));
    const { level, percent } = modelLevelOf(windowFees);
    const { key, occurredAt, origin, simulated, ...basis } = fee;
    return this.#add({
      kind: "accrual",
      key,
      amount: fee.fee * percent,
      accruedAt,
      occurredAt,
      of: { ...basis, level, percent, windowFees },
      reverses: null,
      settlementId: null,
      origin,
      simulated,
    });
  }

  /** Undefined when it was reversed before. */
  reverse(original: ModelRow, occurredAt: number, now: number): ModelRow | undefined {
    if (original.reversedBy !== null) return undefined;
    const row = this.#add({
      kind: "reversal",
      key: `reversal:${original.key}`,
      amount: original.amount,
      accruedAt: this.accrualTime(occurredAt, now),
      occurredAt,
      of: original.of,
      reverses: original,
      settlementId: null,
      origin: original.origin,
      simulated: original.simulated,
    });
    original.reversedBy = row;
    return row;
  }

  move({ kind, settlementId, amount, occurredAt, simulated }: NewMove, now: number): ModelRow {
    return this.#add({
      kind,
      key: `${kind}:${settlementId}`,
      amount,
      accruedAt: this.accrualTime(occurredAt, now),
      occurredAt,
      of: null,
      reverses: null,
      settlementId,
      origin: "operator",
      simulated,
    });
  }

  /** The hash before the first row. */
  get firstHash(): string {
    return sha256(this.#partnerId);
  }

  #add(row: Omit<ModelRow, "seq" | "hash" | "reversedBy">): ModelRow {
    const seq = this.rows.length + 1;
    const before = this.rows.at(-1)?.hash ?? this.firstHash;
    const whole = { ...row, seq, hash: "", reversedBy: null };
    whole.hash = sha256(`${before}\n${lineOf(whole, this.#partnerId)}`);
    this.rows.push(whole);
    return whole;
  }
}

/** The rows in the window at `time`: fees of (time − 720 h, time] that none of these rows reverses. */
export function windowRows(rows: readonly ModelRow[], time: number, length = WINDOW): ModelRow[] {
  const last = rows.at(-1)?.seq ?? 0;
  const found: ModelRow[] = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    // Times never decrease, so earlier rows are older still.
    if (row === undefined || row.accruedAt <= time - length) break;
    const isBack = row.reversedBy !== null && row.reversedBy.seq <= last;
    if (row.kind === "accrual" && row.accruedAt <= time && !isBack) found.push(row);
  }
  return found.reverse();
}

/** Fees, 1e-9 USD. */
export function sumOf(rows: readonly ModelRow[]): bigint {
  return rows.reduce((sum, row) => sum + (row.of?.fee ?? 0n), 0n);
}

export type Fall = { at: number; before: ModelLevel; after: ModelLevel; fees: bigint };

/** Every instant after `time` at which the level falls without new fees. */
export function fallsAfter(rows: readonly ModelRow[], time: number): Fall[] {
  const within = windowRows(rows, time);
  const falls: Fall[] = [];
  let fees = sumOf(within);
  for (const [index, row] of within.entries()) {
    const before = modelLevelOf(fees);
    // All of one millisecond leave together.
    if (within[index - 1]?.accruedAt === row.accruedAt) continue;
    fees -= sumOf(within.filter(({ accruedAt }) => accruedAt === row.accruedAt));
    const after = modelLevelOf(fees);
    if (after.level < before.level) falls.push({ at: row.accruedAt + WINDOW, before, after, fees });
  }
  return falls;
}

export type ModelSums = { fees: bigint; earned: bigint; count: number };

/** Booked sums: a reversal counts at its own time, against the reversed fee. */
export function bookedOf(rows: readonly ModelRow[]): ModelSums {
  const sums = { fees: 0n, earned: 0n, count: 0 };
  for (const { kind, of: basis, amount } of rows) {
    if (basis === null) continue;
    const sign = kind === "reversal" ? -1 : 1;
    sums.fees += BigInt(sign) * basis.fee;
    sums.earned += BigInt(sign) * amount;
    sums.count += sign;
  }
  return sums;
}

export function amountOf(rows: readonly ModelRow[], ...kinds: ModelRow["kind"][]): bigint {
  return rows.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0n), 0n);
}

/** Balance of partner:{id}:accrued. */
export function pendingOf(rows: readonly ModelRow[]): bigint {
  return amountOf(rows, "accrual", "return") - amountOf(rows, "reversal", "settlement");
}

export function productNamed(source: FeeSource): "perp" | "swap" | "prediction" {
  if (source === "swap" || source === "prediction") return source;
  return "perp";
}

const SIDES = {
  accrual: ["expense", "partner"],
  reversal: ["partner", "expense"],
  settlement: ["partner", "settlement"],
  payment: ["settlement", "treasury"],
  return: ["settlement", "partner"],
} as const;

export function sidesOf(row: Omit<ModelRow, "hash">, partnerId: string): [string, string] {
  const accounts = {
    expense: `expense:${row.of === null ? "" : productNamed(row.of.source)}`,
    partner: `partner:${partnerId}:accrued`,
    settlement: `settlement:${row.settlementId ?? ""}`,
    treasury: "treasury:usdc",
  };
  const [debit, credit] = SIDES[row.kind];
  return [accounts[debit], accounts[credit]];
}

/** The hashed line of the statement. */
function lineOf(row: Omit<ModelRow, "hash">, partnerId: string): string {
  const { of: basis } = row;
  return [
    row.seq,
    row.kind,
    new Date(row.accruedAt).toISOString(),
    new Date(row.occurredAt).toISOString(),
    ...sidesOf(row, partnerId),
    usd(row.amount, 11),
    basis === null ? "" : productNamed(basis.source),
    basis?.source,
    basis?.referralId,
    basis === null ? "" : usd(basis.fee, 9),
    basis === null ? "" : usd(basis.gross, 9),
    basis?.level,
    basis?.percent,
    basis === null ? "" : usd(basis.windowFees, 9),
    basis === null ? "" : "levels-1",
    row.reverses?.seq,
    row.settlementId,
    sha256(row.key).slice(0, 16),
    row.origin,
    row.simulated ? "yes" : "no",
  ].join(",");
}

/** The shortest exact decimal. */
export function usd(units: bigint, decimals: number): string {
  const sign = units < 0n ? "-" : "";
  const digits = String(units)
    .replace("-", "")
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals);
  const text = `${whole}.${digits.slice(-decimals)}`;
  return sign + text.replace(/\.?0+$/, "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
