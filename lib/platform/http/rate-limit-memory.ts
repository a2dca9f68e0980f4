/** Limits that are counted in the memory of the process. */
import { createHmac, randomBytes } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { limitedAddress } from "#lib/platform/client-address.ts";
import type { Quota, RateLimit, RateRule } from "./rate-limit.ts";

/** Subjects that anyone can make up (network and mail addresses) share this many counters, so that they cannot fill the memory. */
const COUNTERS = 65_536;
/** Hex digits kept of a digest: 128 bits are unique for each subject. */
const DIGEST_LENGTH = 32;

/** At most `limit` requests an address in `seconds`; IPv6 counts by the network of 64 bits. Each replica counts on its own. */
export function createRateLimit({ limit, seconds }: Omit<RateRule, "by">): RateLimit {
  return createMemoryLimit({ limit, seconds, by: "address" });
}

/** Counts in memory, for this process alone. A secret decides which subjects share a counter, so that no caller can aim at another's. */
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

/** Counters by digest. Keys and users have a counter each: the service itself created them. */
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

/** The subject's name in a store, which reveals the subject only to holders of the secret. */
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
