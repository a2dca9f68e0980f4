/** How much somebody may ask in a span of time that begins with the first request. */
import { ServiceError } from "#lib/platform/errors.ts";

/** How much, and of whom: a client address, a signed-in user, a key, what a user granted, or the address that a mail goes to. */
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
  /** Until all of it is there again. */
  resetSeconds: number;
};

export type RateLimit = {
  /** Counts one request of `subject`. */
  take: (subject: string) => Promise<Quota>;
  /** The refusal that `take` would be, when this process knows that nothing is left; counts nothing. */
  spent: (subject: string) => Promise<Quota | undefined>;
};

/** @throws RATE_LIMITED when the quota is used up */
export function requireQuota({ allowed, limit, resetSeconds }: Quota): void {
  if (!allowed) throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: resetSeconds, limit });
}
