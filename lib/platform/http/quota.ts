/**
 * How many requests a subject may send in a window that begins with the first one, or how much it may cost when its quota comes back
 * evenly.
 */
import { ServiceError } from "#lib/kernel/errors/errors.ts";

/** How much, and by which subject: client address, user, key, grant, or recipient of a mail. */
export type RateRule = {
  /** Requests, or units of cost. */
  limit: number;
  seconds: number;
  /**
   * The quota comes back evenly over `seconds` and not at once at their end, so that no client can spend all of a longer window in its first
   * moment.
   */
  refills?: true;
  by: "address" | "session" | "key" | "grant" | "mail";
};

export type Quota = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the full quota is available again; of a refusal whose quota comes back evenly, until there is enough for the request. */
  resetSeconds: number;
};

export type RateLimit = {
  /** Counts one request of `subject`. @param cost its units, by default 1; at most the limit */
  take: (subject: string, cost?: number) => Promise<Quota>;
  /** The refusal that `take` would give, when this process knows that nothing is left; counts nothing. */
  spent: (subject: string) => Promise<Quota | undefined>;
};

/** @throws RATE_LIMITED when the quota is used up */
export function requireQuota({ allowed, limit, resetSeconds }: Quota): void {
  if (!allowed) throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: resetSeconds, limit });
}
