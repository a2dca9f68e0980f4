/**
 * A partner's state in a snapshot: level, window, forecast, balances. Endpoint, page and exports share this one function, so that all
 * figures agree (docs/api/partner.md).
 */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { allProducts, type Totals } from "#lib/partner/ledger/totals.ts";
import type { Statements } from "#lib/platform/db/client.ts";
import { LEVELS, levelAbove, levelOf, WINDOW_MS } from "#lib/protocol/partner/partner-levels.ts";
import type { Snapshot } from "./snapshot.ts";
import { pointsAt } from "./timeline.ts";
import {
  type Fall,
  fallsOf,
  feesAfter,
  type Reversed,
  reversedAfter,
  windowsAt,
} from "./window.ts";

type Reads = Pick<Statements, "execute">;

const PACE_MS = 7 * DAY_MS;
const FORECAST_STEP_MS = DAY_MS / 2;

export type Balances = {
  accrued: bigint;
  settled: bigint;
  inTransit: bigint;
  pending: bigint;
  reconciles: boolean;
};

export type Window = {
  /** The fees of all products, less reversals: 1e-9 USD. */
  fees: bigint;
  /** The same by series; copy trading is within perp. */
  bySeries: Readonly<Record<keyof Totals, bigint>>;
  /** Running sums at the window's start. */
  start: Totals;
};

export type PartnerStatement = {
  window: Window;
  balances: Balances;
  /** Instants of the next 720 h with the window's fees without new fees; the first is the snapshot's. */
  forecast: { at: number; fees: bigint }[];
  falls: Fall[];
  /** Fees of the last seven days, and when they reach the next level within 720 h at that pace. */
  pace: { fees: bigint; reachedAt: number | undefined };
};

/** Amounts in 1e-9 USD (fees) and 1e-11 USD (balances). The caller has checked access to the ledger. */
export async function partnerStatement(db: Reads, snapshot: Snapshot): Promise<PartnerStatement> {
  const { asOf } = snapshot;
  const start = asOf - WINDOW_MS;
  const reversed = await reversedAfter(db, snapshot, start);
  const [atStart, weekAgo] = await pointsAt(db, snapshot, [start, asOf - PACE_MS]);
  if (atStart === undefined || weekAgo === undefined) throw new Error("A look-up gave no row.");
  const fees = feesAfter(snapshot, { start, feesUntil: atStart.feesTotal, reversed });
  const ofWeek = feesAfter(snapshot, {
    start: asOf - PACE_MS,
    feesUntil: weekAgo.feesTotal,
    reversed,
  });
  const times = Array.from(
    { length: WINDOW_MS / FORECAST_STEP_MS + 1 },
    (_, step) => asOf + step * FORECAST_STEP_MS,
  );
  const ahead = await windowsAt(db, snapshot, { times, reversed });
  const forecast = times.map((at, index) => ({ at, fees: ahead[index] ?? 0n }));
  return {
    window: {
      fees,
      bySeries: windowBySeries(snapshot, atStart.totals, reversed),
      start: atStart.totals,
    },
    balances: await readBalances(db, snapshot),
    forecast,
    falls: await fallsOf(db, snapshot, { fees, reversed }),
    pace: { fees: ofWeek, reachedAt: reachedAt(forecast, ofWeek) },
  };
}

function windowBySeries(
  { standing }: Snapshot,
  start: Totals,
  reversed: readonly Reversed[],
): Window["bySeries"] {
  const taken = (series: keyof Totals): bigint =>
    reversed.reduce((sum, { source, fee }) => {
      const isOf = source === series || (series === "perp" && source === "copy");
      return isOf ? sum + fee : sum;
    }, 0n);
  const left = (series: keyof Totals): bigint =>
    standing.totals[series].accrued - start[series].accrued - taken(series);
  return {
    perp: left("perp"),
    swap: left("swap"),
    prediction: left("prediction"),
    copy: left("copy"),
  };
}

/** The first instant of the forecast at which old fees and new ones together reach the next threshold. */
function reachedAt(forecast: PartnerStatement["forecast"], feesOfWeek: bigint): number | undefined {
  const [now] = forecast;
  const above = now === undefined ? undefined : levelAbove(levelOf(now.fees).level);
  if (now === undefined || above === undefined || feesOfWeek <= 0n) return undefined;
  const reached = forecast.find(({ at, fees }) => {
    const added = (feesOfWeek * BigInt(at - now.at)) / BigInt(PACE_MS);
    return fees + added >= above.threshold;
  });
  return reached?.at;
}

const Sum = z.object({ kind: z.string(), amount: z.string() });

/**
 * Three independent reads: earnings (running sums of the products), paid and in-transit amounts (sums of settlement rows), and the
 * remaining amount (the account's own balance).
 */
export async function readBalances(
  db: Reads,
  { partnerId, standing }: Snapshot,
): Promise<Balances> {
  const { rows } = await db.execute(sql`
    select kind, sum(amount)::text as amount from partner_ledger
    where partner_id = ${partnerId} and seq <= ${standing.seq} and kind in ('settlement', 'payment', 'return') group by kind`);
  const sums = new Map(
    rows.map((row) => Sum.parse(row)).map((row) => [row.kind, BigInt(row.amount)]),
  );
  const settled = sums.get("payment") ?? 0n;
  const inTransit = (sums.get("settlement") ?? 0n) - settled - (sums.get("return") ?? 0n);
  const accrued = allProducts(standing.totals).earned;
  const pending = standing.balance;
  return {
    accrued,
    settled,
    inTransit,
    pending,
    reconciles: accrued === settled + inTransit + pending,
  };
}

/** Threshold of a level in 1e-9 USD. */
export function thresholdOf(level: number): bigint {
  return LEVELS.find((one) => one.level === level)?.threshold ?? 0n;
}
