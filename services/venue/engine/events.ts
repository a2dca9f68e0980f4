/** What the engine reports as it happens. The history is made of it; it is not part of the state. */
import type { Side, TradeType } from "#lib/protocol/enumerations.ts";
import type { MarketState, Order, OrderSource } from "./market-state.ts";

export type TradeRow = {
  id: number;
  ticks: number;
  lots: number;
  takerSide: Side;
  time: number;
  type: TradeType;
};

/** `TAKEOVER`: the insurance fund took the position. `ADL`: it was closed against a bankrupt one. */
export type FillKind = TradeType | "TAKEOVER" | "ADL";

/** One side of a fill, for the history and the fee feed. */
export type FillEvent = {
  /** Strictly ascending over all markets and sides. */
  id: number;
  tradeId: number;
  kind: FillKind;
  account: string;
  /** 0 when no order was behind it. */
  orderId: number;
  market: MarketState;
  side: Side;
  lots: number;
  /** Money exchanged; its price is value ÷ lots. */
  value: bigint;
  /** Before the account's discount. */
  grossFee: bigint;
  fee: bigint;
  liquidity: "MAKER" | "TAKER";
  realizedPnl: bigint;
  source: OrderSource;
  time: number;
};

/** Funding that an account settled; positive was paid, negative received. */
export type FundingEvent = {
  account: string;
  market: MarketState;
  lots: number;
  amount: bigint;
  time: number;
};

/**
 * A balance that changed without a fill or funding, positive when it grew. `LIQUIDATION_FEE`: of a slice, to the insurance
 * fund. `INSURANCE`: what the fund paid for an account that could not, or the account left to it. `WITHDRAWAL_RETURNED`: the
 * money of a withdrawal that was not sent.
 */
export type BalanceEvent = {
  account: string;
  kind: "DEPOSIT" | "WITHDRAWAL" | "WITHDRAWAL_RETURNED" | "LIQUIDATION_FEE" | "INSURANCE";
  /** Null when no market is behind it. */
  market: MarketState | null;
  amount: bigint;
};

export type EngineEvents = {
  trade: (market: MarketState, trade: TradeRow) => void;
  mark: (market: MarketState) => void;
  fill: (fill: FillEvent) => void;
  closed: (order: Order) => void;
  funding: (payment: FundingEvent) => void;
  balance: (change: BalanceEvent) => void;
};

/** For callers that keep no history. */
export const NO_EVENTS: EngineEvents = {
  trade: () => {},
  mark: () => {},
  fill: () => {},
  closed: () => {},
  funding: () => {},
  balance: () => {},
};
