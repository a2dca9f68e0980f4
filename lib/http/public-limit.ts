/** The limit of public market data: 600 requests a minute an address (spec 2, "Limits"). */
import type { ServerResponse } from "node:http";
import { metrics } from "#lib/metrics.ts";
import { createRateLimit, requireQuota } from "./rate-limit.ts";

const REQUESTS_A_MINUTE = 600;
/** Next also answers a path when it stands behind `/_next/data/<build>`. */
const LIMITED = /^(?:\/_next\/data\/[^/]+)?\/api\/(?:perps-dex|public)(?:\/|$)/;

/**
 * Counts a request and tells the caller its quota in RateLimit headers.
 * @throws RATE_LIMITED
 */
export type PublicLimit = (address: string, response: ServerResponse) => Promise<void>;

export function createPublicLimit(): PublicLimit {
  const rate = createRateLimit({ limit: REQUESTS_A_MINUTE, seconds: 60 });
  return async (address, response) => {
    const quota = await rate.take(address);
    response.setHeader("RateLimit-Limit", quota.limit);
    response.setHeader("RateLimit-Remaining", quota.remaining);
    response.setHeader("RateLimit-Reset", quota.resetSeconds);
    if (!quota.allowed) metrics().requestsLimited.inc();
    requireQuota(quota);
  };
}

/**
 * True when a percent-decoded `path` may reach `/api/perps-dex` or `/api/public`: doubled and turned slashes, dot
 * segments and capitals count as what they might be resolved to. A spelling that leads nowhere is counted too.
 */
export function isPublicData(path: string): boolean {
  const segments: string[] = [];
  for (const segment of path.toLowerCase().split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return LIMITED.test(`/${segments.join("/")}`);
}
