/** What the chain shows of one asset: the swaps of the last day that passed through this service's tape. */
import "server-only";
import { sql } from "drizzle-orm";
import { database } from "#lib/platform/db/client.ts";
import { swaps } from "#lib/platform/db/schema/swaps.ts";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS, type TokenSymbol } from "#lib/protocol/solana/tokens.ts";
import { tapeSwap, USD_DECIMALS } from "./swap-record.ts";

const DAY_MS = 86_400_000;
/** The newest changes of the tape that are looked at: the work is bounded, however busy the day was. */
const MOST = 5_000;
const LARGEST = 3;

/** Amounts are decimal strings of the asset, USD without swaps that have no price. */
export type AssetFlow = {
  /** Of the oldest swap that was looked at, or a day before: Unix milliseconds. */
  since: number;
  bought: { swaps: number; amount: Decimal; usd: Decimal };
  sold: { swaps: number; amount: Decimal; usd: Decimal };
  /** By USD, the largest first. */
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
