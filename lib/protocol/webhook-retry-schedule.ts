/** When the attempts of a webhook delivery begin (docs/api/webhooks.md). */

/**
 * Seconds from the end of the failed attempt to the next one. An attempt never begins earlier, and
 * there is no jitter.
 */
export const ATTEMPT_WAITS_S = [0, 10, 60, 300, 900, 3_600, 14_400] as const;

export const MAX_ATTEMPTS = ATTEMPT_WAITS_S.length;
