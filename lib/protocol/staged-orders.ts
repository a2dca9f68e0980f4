/** Orders that machines propose, for the service that keeps them and the pages that show them. */

/** How long a user may think about a proposal. */
export const STAGED_ORDER_LIFETIME_MS = 5 * 60_000;
