/** Names of the wire that orders, markets and answers share. */

/** Signed numeric values. Order-type codes 2, 3, 4 and 6 are reserved and never re-used. */
export const SIDE_CODE = { BUY: 0, SELL: 1 } as const;
export const ORDER_TYPE_CODE = {
  MARKET: 0,
  LIMIT: 1,
  TAKE_PROFIT_MARKET: 5,
  STOP_LOSS_MARKET: 7,
} as const;
export const TIME_IN_FORCE_CODE = { GTC: 0, IOC: 1, FOK: 2 } as const;
export const TRIGGER_SOURCE_CODE = { LastPrice: 0, MarkPrice: 1 } as const;
export const ORDER_FLAG = { POST_ONLY: 1, REDUCE_ONLY: 2 } as const;
/** What the orders of a group have in common: an entry that opens a position, or the position itself. */
export const GROUPING_CODE = { ENTRY: 0, POSITION: 1 } as const;

/** CROSS: the position shares the account's balance with others. ISOLATED: it has a wallet of its own. */
export const MARGIN_MODE_CODE = { CROSS: 0, ISOLATED: 1 } as const;

export type Side = keyof typeof SIDE_CODE;
export type OrderType = keyof typeof ORDER_TYPE_CODE;
export type TimeInForce = keyof typeof TIME_IN_FORCE_CODE;
export type TriggerSource = keyof typeof TRIGGER_SOURCE_CODE;
export type Grouping = keyof typeof GROUPING_CODE;
export type MarginMode = keyof typeof MARGIN_MODE_CODE;

/** `LIQUIDATION` when the taker was liquidated. */
export const TRADE_TYPES = ["FILL", "LIQUIDATION"] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

/** What an operator allows in a market; cancels are accepted in every state. */
export const MARKET_STATUSES = ["Normal", "PostOnly", "ReduceOnly", "Halted"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/**
 * What became of a withdrawal: its money is taken from the balance, a transaction that pays it was sent, the transaction is
 * final, or nothing was sent and the money is back in the balance.
 */
export const WITHDRAWAL_STATUSES = ["RESERVED", "SENT", "SETTLED", "RETURNED"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** The last 24 hours, 7 days or 30 days, or everything. */
export const PORTFOLIO_PERIODS = ["day", "week", "month", "all"] as const;
export type PortfolioPeriod = (typeof PORTFOLIO_PERIODS)[number];

/** Tokens that can be swapped, by symbol. */
export const SWAP_ASSETS = ["USDC", "SOL", "BTC", "ETH", "THIN"] as const;

/** The languages of what the service writes for people. */
export const SERVICE_LOCALES = ["en", "de", "ar"] as const;
export type ServiceLocale = (typeof SERVICE_LOCALES)[number];
