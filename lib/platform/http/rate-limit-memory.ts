/** Limits that are counted in the memory of the process. */
import { createHmac, randomBytes } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { limitedAddress } from "#lib/platform/client-address.ts";
import type { Quota, RateLimit, RateRule } from "./rate-limit.ts";

/** What a stranger can name, an address or a mail address, shares this many counters: nobody fills the memory with names. */
const COUNTERS = 65_536;
/** Of the 64 hex digits of a digest: no two subjects share 128 bits. */
const DIGEST_LENGTH = 32;

/** At most `limit` requests an address in `seconds`; IPv6 counts by the network of 64 bits. Each replica counts on its own. */
export function createRateLimit({ limit, seconds }: Omit<RateRule, "by">): RateLimit {
  return createMemoryLimit({ limit, seconds, by: "address" });
}

/** Counts in memory, for this process alone. Which subjects share a counter is its secret: nobody can aim at another's. */
export function createMemoryLimit(rule: RateRule): RateLimit {
  const secret = randomBytes(32);
  const counters = createMemoryCounters(rule);
  return {
    take: (subject) => consume(counters, digestOf(secret, rule, subject)),
    spent: async (subject) => {
      const counted = await counters.get(digestOf(secret, rule, subject));
      return counted === null || counted.remainingPoints > 0
        ? undefined
        : toQuota(counted, rule.limit, false);
    },
  };
}

/** Counters by digest. Keys and users are counted one by one: there are as many as the service has made. */
export function createMemoryCounters({ limit, seconds, by }: RateRule): RateLimiterMemory {
  const options = { points: limit, duration: seconds, keyPrefix: "" };
  const isNamedByStrangers = by === "address" || by === "mail";
  return isNamedByStrangers ? new SharedCounters(options) : new RateLimiterMemory(options);
}

class SharedCounters extends RateLimiterMemory {
  override getKey(digest: string | number): string {
    return String(Number.parseInt(String(digest).slice(0, 8), 16) % COUNTERS);
  }
}

/** Counts one request. @throws what the store throws */
export async function consume(
  counters: Pick<RateLimiterMemory, "consume" | "points">,
  digest: string,
): Promise<Quota> {
  try {
    return toQuota(await counters.consume(digest), counters.points, true);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return toQuota(refused, counters.points, false);
  }
}

/** What stands for a subject in a store: nobody without the secret can tell whose it is. */
export function digestOf(
  secret: Uint8Array,
  { by }: Pick<RateRule, "by">,
  subject: string,
): string {
  const counted = by === "address" ? limitedAddress(subject) : subject;
  return createHmac("sha256", secret).update(counted).digest("hex").slice(0, DIGEST_LENGTH);
}

function toQuota(counted: RateLimiterRes, limit: number, allowed: boolean): Quota {
  const { remainingPoints, msBeforeNext } = counted;
  const resetSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return { allowed, limit, remaining: remainingPoints, resetSeconds };
}
