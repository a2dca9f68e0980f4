/** Limits that a verb counts by itself, once it knows that the call is a permitted one. */
import "server-only";
import { type LimitName, takeQuota } from "./limits.ts";
import { type Quota, requireQuota } from "./rate-limit.ts";

/**
 * Counts one call against each limit in turn: what is over one of them does not count against those behind it. `quotas`:
 * those of the route's context, of which the answer tells.
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
