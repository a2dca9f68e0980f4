/**
 * How much one address may ask in a span of time that begins with its first request. Each replica counts on its own, in
 * memory.
 */
import { hash, randomBytes } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { limitedAddress } from "#lib/client-address.ts";
import { ServiceError } from "#lib/errors.ts";

/**
 * Addresses share this many counters, so that nobody fills the memory by having many of them. Which ones share is a
 * secret of the process: nobody can aim at the counter of another address.
 */
const COUNTERS = 65_536;

export type Quota = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until all of it is there again. */
  resetSeconds: number;
};

export type RateLimit = {
  /** Counts one request of `address`. */
  take: (address: string) => Promise<Quota>;
};

/** At most `limit` requests an address in `seconds`; IPv6 counts by the network of 64 bits. */
export function createRateLimit({ limit, seconds }: { limit: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points: limit, duration: seconds });
  const seed = randomBytes(16).toString("hex");
  return {
    take: async (address) => {
      const digest = hash("sha256", seed + limitedAddress(address), "hex");
      const counter = Number.parseInt(digest.slice(0, 8), 16) % COUNTERS;
      try {
        return toQuota(await limiter.consume(counter), limit, true);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return toQuota(refused, limit, false);
      }
    },
  };
}

/** @throws RATE_LIMITED when the quota is used up */
export function requireQuota({ allowed, resetSeconds }: Quota): void {
  if (!allowed) throw new ServiceError("RATE_LIMITED", { retryAfterSeconds: resetSeconds });
}

function toQuota(counted: RateLimiterRes, limit: number, allowed: boolean): Quota {
  const { remainingPoints, msBeforeNext } = counted;
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return { allowed, limit, remaining: remainingPoints, resetSeconds };
}
