/** Time is injected, so that expiry, retries and bars are tested without sleeping. */
export type Clock = { /** Unix milliseconds. */ now: () => number };

export const systemClock: Clock = { now: () => Date.now() };
