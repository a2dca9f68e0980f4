/** The counters of the app's limits: in memory, or in Redis for all replicas together. */
import { hkdfSync } from "node:crypto";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { closeRedis, connectRedis, onceAMinute } from "#lib/platform/redis.ts";
import type { Quota, RateLimit } from "./quota.ts";
import { createMemoryLimit } from "./rate-limit-memory.ts";
import { createRedisLimit } from "./rate-limit-redis.ts";
import { LIMITS, type Limits, oncePerName, setLimits } from "./rate-limits.ts";

export type LimitsOptions = {
  /** Without it each process counts on its own. */
  redisUrl: Secret | undefined;
  sessionSecret: Secret;
  log: Pick<Logger, "warn">;
  /** Prefix of every key in Redis; each test has its own. */
  prefix?: string;
};

/** Opens the counters of this process. Without it a process counts in memory and records no metrics. */
export function openLimits(options: LimitsOptions): void {
  setLimits(createLimits(options));
}

/** Creates limits with separate counters. */
export function createLimits({
  redisUrl,
  sessionSecret,
  log,
  prefix = "svc",
}: LimitsOptions): Limits {
  if (redisUrl === undefined) {
    const of = oncePerName((name) => measured(createMemoryLimit(LIMITS[name])));
    return { of, close: async () => {} };
  }
  const onUnavailable = onceAMinute((error) => {
    log.warn({ err: error }, "Redis is unavailable: each replica counts its limits on its own");
  });
  const redis = connectRedis(redisUrl, onUnavailable);
  const secret = new Uint8Array(
    hkdfSync("sha256", sessionSecret.reveal(), "", "svc: subjects of rate limits", 32),
  );
  const store = { redis, prefix, secret, onUnavailable };
  return {
    of: oncePerName((name) => measured(createRedisLimit(name, LIMITS[name], store))),
    close: () => closeRedis(redis),
  };
}

/** Counts each refusal in the metrics. */
function measured({ take, spent }: RateLimit): RateLimit {
  const announce = <Answer extends Quota | undefined>(quota: Answer): Answer => {
    if (quota?.allowed === false) metrics().requestsLimited.inc();
    return quota;
  };
  return {
    take: async (subject, cost) => announce(await take(subject, cost)),
    spent: async (subject) => announce(await spent(subject)),
  };
}
