/** Limits that a verb counts itself, once it knows that the call is permitted. */
import "server-only";
import { type Quota, requireQuota } from "./quota.ts";
import { type LimitName, takeQuota } from "./rate-limits.ts";

/**
 * Counts one call against each limit in turn: a call that one limit refuses does not count against the following ones.
 * `quotas`: those of the route's context, which the answer announces.
 * @throws RATE_LIMITED
 */
export async function takeQuotas(
  quotas: Quota[],
  ...limits: readonly [name: LimitName, subject: string][]
): Promise<void> {
  for (const [name, subject] of limits) {
    const quota = await takeQuota(name, subject);
    quotas.push(quota);
    requireQuota(quota);
  }
}
