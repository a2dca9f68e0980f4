/** Constants of orders that machines propose, for the service and the pages. */

/** How long a user may think about a proposal. */
export const STAGED_ORDER_LIFETIME_MS = 5 * 60_000;

/** Days for which an ended proposal is kept. Its entries in the activity log stay. */
export const STAGED_ORDER_RETENTION_DAYS = 90;

/**
 * What a proposal asks its user to sign: a new order, the end of a position by a reduce-only order, or a change or the end of
 * an open order.
 */
export const STAGED_ORDER_ACTIONS = ["place", "close", "modify", "cancel"] as const;
export type StagedOrderAction = (typeof STAGED_ORDER_ACTIONS)[number];

export const STAGED_ORDER_SOURCES = ["mcp_key", "oauth_grant", "bot_key"] as const;

/**
 * `waiting` → `declined` by the user, `withdrawn` by the proposer, `expired` by time, or `sending` by the user's signature;
 * `sending` → `placed`, `refused` by the venue, `unknown` while the venue's answer is missing, or `waiting` when the venue did
 * not process it; `unknown` → `placed` or `refused`.
 */
export const STAGED_ORDER_STATES = [
  "waiting",
  "sending",
  "placed",
  "refused",
  "unknown",
  "declined",
  "withdrawn",
  "expired",
] as const;

/** How many may wait for one user, and how many of them from one key or grant, so that no proposer crowds out the others. */
export const MAX_WAITING_ORDERS = 20;
export const MAX_WAITING_ORDERS_OF_ONE = 10;
