/** The flow of one asset: its swaps of the last day on this service's tape. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { sql } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import { tapeSwap, USD_DECIMALS } from "./swap-record.ts";

/** The newest changes of the tape that are read, so that the work is bounded on a busy day. */
const MOST = 5_000;
const LARGEST = 3;

/** Amounts are decimal strings of the asset. USD sums leave out swaps without a price. */
export type AssetFlow = {
  /** Time of the oldest swap that was read, or a day ago. Unix milliseconds. */
  since: number;
  bought: { swaps: number; amount: Decimal; usd: Decimal };
  sold: { swaps: number; amount: Decimal; usd: Decimal };
  /** The largest swaps by USD, largest first. */
  largest: ReturnType<typeof tapeSwap>[];
};

/** @param now Unix milliseconds */
export async function readAssetFlow(symbol: TokenSymbol, now: number): Promise<AssetFlow> {
  const db = await database();
  const rows = await db
    .select()
    .from(swaps)
    .where(sql`${swaps.seq} is not null`)
    .orderBy(sql`${swaps.seq} desc`)
    .limit(MOST);
  const isDay = ({ blockTime }: { blockTime: number | null }) => (blockTime ?? 0) > now - DAY_MS;
  const landed = rows.filter((row) => row.status !== "dropped" && isDay(row));
  const bought = landed.filter(({ assetOut }) => assetOut === symbol);
  const sold = landed.filter(({ assetIn }) => assetIn === symbol);
  const sideOf = (of: typeof rows, side: "unitsIn" | "unitsOut") => ({
    swaps: of.length,
    amount: formatDecimal(sum(of.map((row) => row[side])), TOKENS[symbol].decimals),
    usd: formatDecimal(sum(of.map(({ usd }) => usd ?? 0n)), USD_DECIMALS),
  });
  const largest = [...bought, ...sold].toSorted((one, other) =>
    (one.usd ?? 0n) < (other.usd ?? 0n) ? 1 : -1,
  );
  const oldest = rows.length === MOST ? (rows.at(-1)?.blockTime ?? 0) : 0;
  return {
    since: Math.max(now - DAY_MS, oldest),
    bought: sideOf(bought, "unitsOut"),
    sold: sideOf(sold, "unitsIn"),
    largest: largest.slice(0, LARGEST).map(tapeSwap),
  };
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}
