/** A take profit or stop loss that goes with an order. */
import type { Market, MarketScale } from "#lib/protocol/market/markets.ts";
import type { Side } from "#lib/protocol/orders/orders.ts";

export type AttachedKind = "takeProfit" | "stopLoss";

/** The entry from which attached orders are computed. */
export type Entry = {
  side: Side;
  lots: bigint;
  /** Cost of the lots at the prices of book and order, 1e-9 USDC. */
  value: bigint;
  /** Fees of the entry, 1e-9 USDC. */
  fee: bigint;
  market: Market;
  scale: MarketScale;
  markTicks: bigint;
  feeDiscountPpm: bigint;
  liquidationTicks: bigint | undefined;
};

export type Attached = {
  /** `undefined` while the field is empty or gives no price. */
  ticks: bigint | undefined;
  /** Profit or loss after the fees of entry and exit when the order closes at its trigger; 1e-9 USDC. */
  profit: bigint | undefined;
  error: string | undefined;
  warning: string | undefined;
};

export const NO_ATTACHED: Attached = {
  ticks: undefined,
  profit: undefined,
  error: undefined,
  warning: undefined,
};
