/** Limits that all replicas count together, in Redis; while it is away each counts on its own. */
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Redis } from "#lib/platform/redis.ts";
import type { Quota, RateLimit, RateRule } from "./rate-limit.ts";
import { consume, createMemoryCounters, digestOf } from "./rate-limit-memory.ts";

/** So many subjects with nothing left are remembered; of more, Redis is asked again. */
const MOST_SPENT = 10_000;

export type RedisStore = {
  redis: Redis;
  /** In front of every key: `prefix:name:digest`. */
  prefix: string;
  /** Of the deployment, the same in all replicas. Redis never sees a plain address. */
  secret: Uint8Array;
  /** Told of each count that Redis did not take. */
  onUnavailable: (error: unknown) => void;
};

/** The limit `name`. It never fails: what Redis does not count is counted in memory, within the same bounds. */
export function createRedisLimit(name: string, rule: RateRule, store: RedisStore): RateLimit {
  const shared = new RateLimiterRedis({
    storeClient: store.redis,
    points: rule.limit,
    duration: rule.seconds,
    keyPrefix: `${store.prefix}:${name}`,
    rejectIfRedisNotReady: true,
  });
  // The library's own `insuranceLimiter` does the same and does not say what was wrong.
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

/** Who has nothing left, and until when: whoever asks on costs Redis nothing. */
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
