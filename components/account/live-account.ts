/** The account's figures at the live mark. */
import { divideHalfUp, parseSigned } from "#components/format.ts";
import { priceTicks, unrealizedPnl } from "#components/order-ticket/holdings.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import type { AccountRecord, PositionRecord } from "#lib/protocol/orders.ts";

/** In 1e-9 USDC. */
export type LiveAccount = {
  equity: bigint;
  free: bigint;
  margin: bigint;
  unrealizedPnl: bigint;
  /** True while the venue is closing its positions. */
  liquidating: boolean;
};

/** Profit of a position in 1e-9 USDC: at the live mark in this page's market, else as the venue states it. */
export function livePnl(
  position: PositionRecord,
  here: { symbol: string; mark: string | undefined; scale: MarketScale },
): bigint {
  const ticks =
    position.market === here.symbol
      ? priceTicks(here.mark ?? position.mark_price, here.scale)
      : undefined;
  return ticks === undefined
    ? amount(position.unrealized_pnl)
    : unrealizedPnl(position, ticks, here.scale);
}

/** The account's figures with the profit that the positions table shows, so that both always agree. */
export function liveAccount(
  account: AccountRecord,
  positions: readonly PositionRecord[] | undefined,
  here: { symbol: string; mark: string | undefined; scale: MarketScale },
): LiveAccount {
  const pnl =
    positions?.reduce((sum, position) => sum + livePnl(position, here), 0n) ??
    amount(account.unrealized_pnl);
  const equity = amount(account.balance) + pnl - amount(account.unsettled_funding);
  const margin = amount(account.initial_margin);
  const free = equity > margin ? equity - margin : 0n;
  const liquidating = account.status === "LIQUIDATING";
  return { equity, margin, unrealizedPnl: pnl, free, liquidating };
}

/** Whole cents, as they are shown: -1, 0 or 1 for the colour of what is read. */
export function directionOf(scaled: bigint): -1 | 0 | 1 {
  const cents = divideHalfUp(scaled, 10_000_000n);
  if (cents === 0n) return 0;
  return cents > 0n ? 1 : -1;
}

function amount(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}
