/** Limits that all replicas count together in Redis; while it is unavailable each counts on its own. */
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Redis } from "#lib/platform/redis.ts";
import type { Quota, RateLimit, RateRule } from "./quota.ts";
import { bucketQuota, refillMs } from "./rate-limit-bucket.ts";
import {
  consume,
  createMemoryBuckets,
  createMemoryCounters,
  digestOf,
} from "./rate-limit-memory.ts";

/** How many exhausted subjects are remembered; for others Redis is asked again. */
const MAX_SPENT = 10_000;

export type RedisStore = {
  redis: Redis;
  /** Prefix of every key: `prefix:name:digest`. */
  prefix: string;
  /** The same in all replicas of a deployment. Redis never sees a plain address. */
  secret: Uint8Array;
  /** Called for each count that Redis did not take. */
  onUnavailable: (error: unknown) => void;
};

/**
 * A bucket is a key that ends when the bucket is full. KEYS: the bucket. ARGV: how long the request's cost and a whole bucket take to come
 * back. Answers how long the bucket took until it was full, before the request, all in milliseconds.
 */
const TAKE_FROM_BUCKET = `
local before = math.max(redis.call("PTTL", KEYS[1]), 0)
local after = before + ARGV[1]
if after <= tonumber(ARGV[2]) then redis.call("SET", KEYS[1], 1, "PX", after) end
return before`;

/** The limit `name`. It never fails: counts that Redis does not take are made in memory, within the same bounds. */
export function createRedisLimit(name: string, rule: RateRule, store: RedisStore): RateLimit {
  return rule.refills === true
    ? createRedisBuckets(name, rule, store)
    : createRedisCounters(name, rule, store);
}

function createRedisBuckets(name: string, rule: RateRule, store: RedisStore): RateLimit {
  const insurance = createMemoryBuckets(rule);
  const count = async (digest: string, cost: number): Promise<Quota> => {
    try {
      const key = `${store.prefix}:${name}:${digest}`;
      const times = [refillMs(rule, cost), rule.seconds * 1_000];
      const before = Number(await store.redis.eval(TAKE_FROM_BUCKET, 1, key, ...times));
      return bucketQuota(rule, before, cost);
    } catch (error) {
      store.onUnavailable(error);
      return insurance(digest, cost);
    }
  };
  return {
    take: (subject, cost = 1) => count(digestOf(store.secret, rule, subject), cost),
    spent: async () => undefined,
  };
}

function createRedisCounters(name: string, rule: RateRule, store: RedisStore): RateLimit {
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
  const count = async (digest: string, cost: number | undefined) => {
    try {
      return await consume(shared, digest, cost);
    } catch (error) {
      store.onUnavailable(error);
      return consume(insurance, digest, cost);
    }
  };
  return {
    take: async (subject, cost) => {
      const digest = digestOf(store.secret, rule, subject);
      const known = spent.get(digest);
      if (known !== undefined) return known;
      const quota = await count(digest, cost);
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
    if (oldest !== undefined && this.#until.size >= MAX_SPENT) this.#until.delete(oldest);
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
