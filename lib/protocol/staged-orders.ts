/** Constants of orders that machines propose, for the service and the pages. */

/** How long a user may think about a proposal. */
export const STAGED_ORDER_LIFETIME_MS = 5 * 60_000;

/** Days for which an ended proposal is kept. Its entries in the activity log stay. */
export const STAGED_ORDER_RETENTION_DAYS = 90;

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
