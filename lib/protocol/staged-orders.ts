/** Orders that machines propose, for the service that keeps them and the pages that show them. */

/** How long a user may think about a proposal. */
export const STAGED_ORDER_LIFETIME_MS = 5 * 60_000;

/** How long one that has ended is kept, in days. What the activity log says of it stays. */
export const STAGED_ORDER_KEPT_DAYS = 90;
