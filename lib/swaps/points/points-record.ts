/** A change of points as its user sees it. */
import "server-only";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type { PointsEntry } from "#lib/protocol/wire/swaps.ts";
import { USD_DECIMALS } from "#lib/swaps/tape/swap-record.ts";
import type { PointEntry } from "./book-points.ts";

export function pointsRecord(entry: PointEntry): PointsEntry {
  return {
    seq: entry.seq,
    kind: entry.isReversal ? "reversal" : "credit",
    points: entry.points,
    balance: entry.balance,
    week: new Date(entry.week).toISOString(),
    week_points: entry.weekPoints,
    week_usd: formatDecimal(entry.weekUsd, USD_DECIMALS),
    week_reversed_usd: formatDecimal(entry.weekReversed, USD_DECIMALS),
    swap: entry.signature,
    created_at: entry.createdAt,
  };
}
