/** Quotas that come back evenly. The state of a subject is how many milliseconds its bucket takes until it is full again. */
import type { Quota, RateRule } from "./quota.ts";

/** How long `cost` units take to come back. Whole, as times in Redis are. */
export function refillMs({ limit, seconds }: RateRule, cost: number): number {
  return Math.ceil((cost * seconds * 1_000) / limit);
}

/** What is left after a request of `cost` units to a bucket that took `beforeMs` until it was full. A refused request takes nothing. */
export function bucketQuota(rule: RateRule, beforeMs: number, cost: number): Quota {
  const wholeMs = rule.seconds * 1_000;
  const afterMs = beforeMs + refillMs(rule, cost);
  const allowed = afterMs <= wholeMs;
  const left = wholeMs - (allowed ? afterMs : beforeMs);
  return {
    allowed,
    limit: rule.limit,
    remaining: Math.max(0, Math.floor((left / wholeMs) * rule.limit)),
    resetSeconds: Math.max(1, Math.ceil((allowed ? afterMs : afterMs - wholeMs) / 1_000)),
  };
}

/** What `quota` is in requests of `cost` units. */
export function inRequests(quota: Quota, cost: number): Quota {
  const { limit, remaining } = quota;
  return { ...quota, limit: Math.floor(limit / cost), remaining: Math.floor(remaining / cost) };
}
