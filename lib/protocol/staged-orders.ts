/** Orders that machines propose, for the service that keeps them and the pages that show them. */

/** How long a user may think about a proposal. */
export const STAGED_ORDER_LIFETIME_MS = 5 * 60_000;

/** How long one that has ended is kept, in days. What the activity log says of it stays. */
export const STAGED_ORDER_KEPT_DAYS = 90;

export const STAGED_ORDER_SOURCES = ["mcp_key", "oauth_grant", "bot_key"] as const;

/**
 * `waiting` → `declined` by the user, `withdrawn` by who proposed it, `expired` by time, or `sending` by the user's signature;
 * `sending` → `placed`, `refused` by the venue, `unknown` while the venue's answer is missing, or `waiting` when the venue did
 * not look at it; `unknown` → `placed` or `refused`.
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
