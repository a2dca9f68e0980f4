/** Limits that all replicas count together in Redis; while it is unavailable each counts on its own. */
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Redis } from "#lib/platform/redis.ts";
import type { Quota, RateLimit, RateRule } from "./rate-limit.ts";
import { consume, createMemoryCounters, digestOf } from "./rate-limit-memory.ts";

/** How many exhausted subjects are remembered; for others Redis is asked again. */
const MOST_SPENT = 10_000;

export type RedisStore = {
  redis: Redis;
  /** Prefix of every key: `prefix:name:digest`. */
  prefix: string;
  /** The same in all replicas of a deployment. Redis never sees a plain address. */
  secret: Uint8Array;
  /** Called for each count that Redis did not take. */
  onUnavailable: (error: unknown) => void;
};

/** The limit `name`. It never fails: counts that Redis does not take are made in memory, within the same bounds. */
export function createRedisLimit(name: string, rule: RateRule, store: RedisStore): RateLimit {
  const shared = new RateLimiterRedis({
    storeClient: store.redis,
    points: rule.limit,
    duration: rule.seconds,
    keyPrefix: `${store.prefix}:${name}`,
    rejectIfRedisNotReady: true,
  });
  // The library's own `insuranceLimiter` would hide the error.
  const insurance = createMemoryCounters(rule);
  const spent = new Spent(rule.limit);
  const count = async (digest: string) => {
    try {
      return await consume(shared, digest);
    } catch (error) {
      store.onUnavailable(error);
      return consume(insurance, digest);
    }
  };
  return {
    take: async (subject) => {
      const digest = digestOf(store.secret, rule, subject);
      const known = spent.get(digest);
      if (known !== undefined) return known;
      const quota = await count(digest);
      if (quota.remaining === 0) spent.add(digest, quota.resetSeconds);
      return quota;
    },
    spent: async (subject) => spent.get(digestOf(store.secret, rule, subject)),
  };
}

/** Exhausted subjects, and until when: their further requests cost Redis nothing. */
class Spent {
  readonly #limit: number;
  /** Unix milliseconds by digest, oldest first. */
  readonly #until = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(digest: string, seconds: number): void {
    const [oldest] = this.#until.keys();
    if (oldest !== undefined && this.#until.size >= MOST_SPENT) this.#until.delete(oldest);
    this.#until.set(digest, Date.now() + seconds * 1_000);
  }

  get(digest: string): Quota | undefined {
    const until = this.#until.get(digest);
    if (until === undefined) return undefined;
    const milliseconds = until - Date.now();
    if (milliseconds > 0) {
      const resetSeconds = Math.ceil(milliseconds / 1_000);
      return { allowed: false, limit: this.#limit, remaining: 0, resetSeconds };
    }
    this.#until.delete(digest);
    return undefined;
  }
}
