/**
 * States of orders, and why they end. Apart from the other names of the wire: scripts of most pages need those, and few need
 * these.
 */

/** `WAITING`: it protects what its entry fills, and nothing has filled yet. */
export const ORDER_STATUSES = ["NEW", "WAITING", "UNTRIGGERED", "OPEN", "CLOSED"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why a CLOSED order ended; empty when it was filled. */
export const CLOSING_REASONS = [
  "",
  "IOC_UNFILLED",
  "FOK_NOT_FILLABLE",
  "NO_LIQUIDITY",
  "PRICE_BAND",
  "USER_CANCELED",
  "SCHEDULED_CANCEL",
  "SIGNER_REVOKED",
  "SELF_TRADE",
  "NOT_ENOUGH_MARGIN",
  "REDUCE_ONLY_INVALID",
  "LIQUIDATION",
  "MARKET_CLOSED",
  "PARENT_ENDED",
  "SIBLING_FILLED",
  "POSITION_CLOSED",
  "CHILD_TRIGGERED",
  "REPLACED",
] as const;
export type CancelReason = (typeof CLOSING_REASONS)[number];
