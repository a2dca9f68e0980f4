/** Limits that are counted in the memory of the process. */
import { createHmac, randomBytes } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { limitedAddress } from "#lib/kernel/http/client-address.ts";
import type { Quota, RateLimit, RateRule } from "./quota.ts";
import { bucketQuota, refillMs } from "./rate-limit-bucket.ts";

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
  if (rule.refills === true) {
    const buckets = createMemoryBuckets(rule);
    return {
      take: async (subject, cost = 1) => buckets(digestOf(secret, rule, subject), cost),
      spent: async () => undefined,
    };
  }
  const counters = createMemoryCounters(rule);
  return {
    take: (subject, cost) => consume(counters, digestOf(secret, rule, subject), cost),
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
  return isNamedByStrangers({ by }) ? new SharedCounters(options) : new RateLimiterMemory(options);
}

function isNamedByStrangers({ by }: Pick<RateRule, "by">): boolean {
  return by === "address" || by === "mail";
}

class SharedCounters extends RateLimiterMemory {
  override getKey(digest: string | number): string {
    return String(counterOf(String(digest)));
  }
}

function counterOf(digest: string): number {
  return Number.parseInt(digest.slice(0, 8), 16) % COUNTERS;
}

/** Buckets by digest, shared like the counters. */
export function createMemoryBuckets(rule: RateRule): (digest: string, cost: number) => Quota {
  const buckets = isNamedByStrangers(rule) ? new SharedBuckets() : new OwnBuckets();
  return (digest, cost) => {
    const now = Date.now();
    const beforeMs = Math.max(0, buckets.fullAt(digest) - now);
    const quota = bucketQuota(rule, beforeMs, cost);
    if (quota.allowed) buckets.set(digest, now + beforeMs + refillMs(rule, cost));
    return quota;
  };
}

/** When each bucket is full again, in Unix milliseconds. */
class SharedBuckets {
  readonly #fullAt = new Float64Array(COUNTERS);

  fullAt(digest: string): number {
    return this.#fullAt[counterOf(digest)] ?? 0;
  }

  set(digest: string, fullAt: number): void {
    this.#fullAt[counterOf(digest)] = fullAt;
  }
}

/** A full bucket is as good as none: full ones go once there are this many more than after the last time. */
const MAX_FULL_BUCKETS = 1_000;

class OwnBuckets {
  readonly #fullAt = new Map<string, number>();
  #cleanAt = MAX_FULL_BUCKETS;

  fullAt(digest: string): number {
    return this.#fullAt.get(digest) ?? 0;
  }

  set(digest: string, fullAt: number): void {
    this.#fullAt.set(digest, fullAt);
    if (this.#fullAt.size < this.#cleanAt) return;
    const now = Date.now();
    for (const [one, at] of this.#fullAt) if (at <= now) this.#fullAt.delete(one);
    this.#cleanAt = this.#fullAt.size + MAX_FULL_BUCKETS;
  }
}

/** Counts one request. @throws what the store throws */
export async function consume(
  counters: Pick<RateLimiterMemory, "consume" | "points">,
  digest: string,
  cost = 1,
): Promise<Quota> {
  try {
    return toQuota(await counters.consume(digest, cost), counters.points, true);
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
