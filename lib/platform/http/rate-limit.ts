/** How many requests a subject may send in a window that begins with the first one. */
import { ServiceError } from "#lib/platform/errors.ts";

/** How much, and by which subject: client address, user, key, grant, or recipient of a mail. */
export type RateRule = {
  /** Requests. */
  limit: number;
  seconds: number;
  by: "address" | "session" | "key" | "grant" | "mail";
};

export type Quota = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the full quota is available again. */
  resetSeconds: number;
};

export type RateLimit = {
  /** Counts one request of `subject`. */
  take: (subject: string) => Promise<Quota>;
  /** The refusal that `take` would give, when this process knows that nothing is left; counts nothing. */
  spent: (subject: string) => Promise<Quota | undefined>;
};

/** @throws RATE_LIMITED when the quota is used up */
export function requireQuota({ allowed, limit, resetSeconds }: Quota): void {
  if (!allowed) throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: resetSeconds, limit });
}
