/** The account's figures computed with the live mark. */

import { divideHalfUp, divideUp, parseDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import { priceTicks, signedLots, unrealizedPnl } from "#lib/protocol/orders/holdings.ts";
import { initialRequirement, magnitude } from "#lib/protocol/orders/margin.ts";
import { marginTiers } from "#lib/protocol/orders/margin-terms.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

/** In 1e-9 USDC. */
export type LiveAccount = {
  /** Isolated positions included. */
  equity: bigint;
  free: bigint;
  /** Initial margin, and what isolated positions are worth. */
  margin: bigint;
  unrealizedPnl: bigint;
  /** The venue closes positions that share the balance when the rest of the account is worth less than this. */
  maintenance: bigint;
  /**
   * Maintenance as a share of what the account is worth without isolated positions, in parts per million: at 1,000,000 the venue starts to close positions.
   * `undefined` without positions, and when the account is worth nothing.
   */
  maintenancePpm: bigint | undefined;
  /** The position whose mark is closest to its liquidation price. */
  nearest: { market: string; distancePpm: bigint } | undefined;
  /** True while the venue is closing its positions. */
  liquidating: boolean;
};

/** The page's market: its live mark is newer than the venue's last read. */
export type LiveMarket = {
  symbol: string;
  mark: string | undefined;
  scale: MarketScale;
  /** Parts per million. Without it, the maintenance of the last read is used. */
  mmRatio?: number;
};

/** Profit of a position in 1e-9 USDC: by the live mark in the page's market, else from the venue's record. */
export function livePnl(position: PositionRecord, live: LiveMarket): bigint {
  const ticks =
    position.market === live.symbol
      ? priceTicks(live.mark ?? position.mark_price, live.scale)
      : undefined;
  return ticks === undefined
    ? amount(position.unrealized_pnl)
    : unrealizedPnl(position, ticks, live.scale);
}

/**
 * Maintenance margin of a position in 1e-9 USDC: by the live mark in the page's market, else from the venue's record.
 */
export function liveMaintenance(position: PositionRecord, live: LiveMarket): bigint {
  const { symbol, mark, scale, mmRatio } = live;
  const ticks = position.market === symbol ? priceTicks(mark, scale) : undefined;
  if (ticks === undefined || mmRatio === undefined) return amount(position.maintenance_margin);
  const value = magnitude(signedLots(position.size, scale)) * ticks * scale.valueOfTickLot;
  return divideUp(value * BigInt(mmRatio), RATIO_SCALE);
}

/**
 * How far the mark is from the liquidation price, as a share of the mark in parts per million; 0 at or beyond that
 * price, `undefined` when no price liquidates the position.
 */
export function distancePpm(
  position: Pick<PositionRecord, "size" | "liquidation_price">,
  mark: string,
): bigint | undefined {
  const liquidation = price(position.liquidation_price);
  const now = price(mark);
  if (liquidation === undefined || now === undefined || now === 0n) return undefined;
  const way = position.size.startsWith("-") ? liquidation - now : now - liquidation;
  return way <= 0n ? 0n : (way * RATIO_SCALE) / now;
}

/** Size × mark, in 1e-9 USDC. */
export function positionValue({ size }: Pick<PositionRecord, "size">, mark: string): bigint {
  // Size and price together have at most nine decimals.
  const unit = 10n ** BigInt(MONEY_DECIMALS);
  return (magnitude(amount(size)) * (price(mark) ?? 0n)) / unit;
}

/**
 * Initial margin of the position alone, in 1e-9 USDC; the venue's record adds the margin of the market's open orders.
 * `imRatio` counts parts per million, with the account's own leverage in it.
 */
export function positionMargin(value: bigint, market: TieredMarket, imRatio: number): bigint {
  const tiers = marginTiers(market);
  return initialRequirement(value, {
    imRatio: BigInt(imRatio),
    leverageRatio: BigInt(imRatio),
    tiers,
  });
}

type TieredMarket = Pick<Market, "margin_tiers">;

/**
 * Profit as a share of the margin at the entry, in parts per million: the move of the price times the leverage of that
 * margin. `undefined` without a margin.
 */
export function returnPpm(
  pnl: bigint,
  position: Pick<PositionRecord, "size" | "average_entry_price">,
  imRatio: number,
): bigint | undefined {
  const entered = positionValue(position, position.average_entry_price);
  const margin = divideUp(entered * BigInt(imRatio), RATIO_SCALE);
  return margin > 0n ? divideHalfUp(pnl * RATIO_SCALE, margin) : undefined;
}

/** The account's figures with the same profit that the positions table shows. */
export function liveAccount(
  account: AccountRecord,
  positions: readonly PositionRecord[] | undefined,
  live: LiveMarket,
): LiveAccount {
  const shared = positions?.filter(({ isolated_wallet: wallet }) => wallet === undefined);
  const sharedPnl =
    shared?.reduce((sum, position) => sum + livePnl(position, live), 0n) ??
    amount(account.unrealized_pnl);
  const value = amount(account.balance) + sharedPnl - amount(account.unsettled_funding);
  const needed = amount(account.initial_margin);
  const maintenance =
    shared?.reduce((sum, position) => sum + liveMaintenance(position, live), 0n) ??
    amount(account.maintenance_margin);
  const isolated = isolatedSums(account, positions, live);
  return {
    equity: value + isolated.worth,
    margin: needed + isolated.worth,
    maintenance,
    unrealizedPnl: sharedPnl + isolated.pnl,
    free: value > needed ? value - needed : 0n,
    maintenancePpm:
      maintenance > 0n && value > 0n ? (maintenance * RATIO_SCALE) / value : undefined,
    nearest: nearestOf(positions ?? [], live),
    liquidating: account.status === "LIQUIDATING",
  };
}

/** Worth of an isolated position in 1e-9 USDC: only it is lost when it is liquidated. */
function isolatedWorth(position: PositionRecord, live: LiveMarket): bigint {
  const wallet = amount(position.isolated_wallet ?? "0");
  return wallet + livePnl(position, live) - amount(position.unsettled_funding);
}

function isolatedSums(
  account: AccountRecord,
  positions: readonly PositionRecord[] | undefined,
  live: LiveMarket,
): { worth: bigint; pnl: bigint } {
  const sums = { worth: 0n, pnl: 0n };
  if (positions === undefined) {
    for (const { value } of account.isolated ?? []) sums.worth += amount(value);
    return sums;
  }
  for (const position of positions) {
    if (position.isolated_wallet === undefined) continue;
    sums.worth += isolatedWorth(position, live);
    sums.pnl += livePnl(position, live);
  }
  return sums;
}

function nearestOf(positions: readonly PositionRecord[], live: LiveMarket): LiveAccount["nearest"] {
  let nearest: LiveAccount["nearest"];
  for (const position of positions) {
    const mark = position.market === live.symbol ? live.mark : undefined;
    const distance = distancePpm(position, mark ?? position.mark_price);
    if (distance !== undefined && (nearest === undefined || distance < nearest.distancePpm))
      nearest = { market: position.market, distancePpm: distance };
  }
  return nearest;
}

function amount(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}

function price(text: string | null): bigint | undefined {
  return text === null ? undefined : parseDecimal(text, MONEY_DECIMALS);
}
