/** Swaps as the public tape and their own users see them. */
import "server-only";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { TOKENS } from "#lib/protocol/solana/tokens.ts";
import { isSwapAsset } from "#lib/protocol/swaps/assets.ts";
import type { OwnSwap, TapeSwap } from "#lib/protocol/wire/swaps.ts";
import type { swaps } from "#lib/swaps/schema/swaps.ts";

export type SwapRow = typeof swaps.$inferSelect;

/** Decimals of USD amounts. */
export const USD_DECIMALS = 9;

/** @param row one that is on the tape */
export function tapeSwap(row: SwapRow): TapeSwap {
  const { signature, seq, slot, blockTime, status, wallet } = row;
  if (status !== "confirmed" && status !== "finalized" && status !== "dropped")
    throw new Error(`${signature} is not on the tape`);
  return {
    ...shared(row),
    seq: seq ?? 0,
    slot: slot ?? 0,
    block_time: blockTime ?? 0,
    wallet: `${wallet.slice(0, 4)}…${wallet.slice(-4)}`,
    status,
    destination: row.destination,
  };
}

export function ownSwap(row: SwapRow): OwnSwap {
  const { status, network, wallet, assetIn, fee, feeGross, error, plan } = row;
  return {
    ...shared(row),
    status,
    network,
    wallet,
    fee: side(assetIn, fee),
    fee_without_discount: amountText(assetIn, feeGross),
    error,
    slot: row.slot,
    block_time: row.blockTime,
    submitted_at: row.submittedAt,
    plan,
    destination: destinationOf(row),
    refund: row.refund,
    waits_for: row.waitsFor,
  };
}

function destinationOf({ destination, recipient, payment }: SwapRow): OwnSwap["destination"] {
  if (destination === null || recipient === null) return null;
  return { network: destination, address: recipient, signature: payment };
}

function shared({ signature, network, usd, route, ...row }: SwapRow) {
  return {
    id: `swp_${signature.slice(0, 22)}`,
    signature,
    simulated: network === "simulated",
    in: side(row.assetIn, row.unitsIn),
    out: side(row.assetOut, row.unitsOut),
    route,
    usd: usd === null ? null : formatDecimal(usd, USD_DECIMALS),
  };
}

function side(asset: string, units: bigint): { asset: string; amount: Decimal } {
  return { asset, amount: amountText(asset, units) };
}

function amountText(asset: string, units: bigint): Decimal {
  return formatDecimal(units, isSwapAsset(asset) ? TOKENS[asset].decimals : 0);
}
