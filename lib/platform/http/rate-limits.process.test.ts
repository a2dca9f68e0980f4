import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { closeRedis } from "#lib/platform/redis.ts";
import { createLimits, openLimits } from "./open-limits.ts";
import {
  closeLimits,
  LIMITS,
  type Limits,
  quotaHeaders,
  spentQuota,
  takeQuota,
} from "./rate-limits.ts";
import {
  connectPatiently,
  type Gateway,
  keysOf,
  openGateway,
  ownPrefix,
  probeRedis,
  ready,
  removeKeys,
} from "./redis.testing.ts";

const server = await probeRedis(process.env);
const sessionSecret = new Secret("session-secret-of-one-deployment-0123456789");

const quota = (limit: number, remaining: number, resetSeconds: number) => ({
  allowed: remaining > 0,
  limit,
  remaining,
  resetSeconds,
});

test("every limit has its specified value", () => {
  const shown = Object.entries(LIMITS).map(
    ([name, { limit, seconds, by }]) => `${name} ${limit}/${seconds} ${by}`,
  );
  expect(shown).toEqual([
    "public_data 600/60 address",
    "pages 600/60 address",
    "prefetches 100/8 address",
    "cpu 1600/8 address",
    "account_cpu 1600/8 session",
    "anonymous_calls 1200/60 address",
    "sign_in_writes 120/60 address",
    "sign_in_mails 5/900 mail",
    "sign_in_mails_of_known_browser 5/900 mail",
    "sign_in_mails_of_address 30/3600 address",
    "session_mails 10/900 session",
    "link_mails 5/900 mail",
    "noted_refusals 1/3600 session",
    "signed_in 1800/60 session",
    "key_changes 30/3600 session",
    "mcp_key 120/60 key",
    "mcp_key_elevated 1200/60 key",
    "bot_key 240/60 key",
    "bot_key_elevated 2400/60 key",
    "oauth_grant 120/60 grant",
    "oauth_rotations 120/3600 grant",
    "oauth_requests 1200/60 address",
    "oauth_registrations 240/3600 address",
    "oauth_documents 30/60 address",
    "staged_orders 60/3600 key",
    "chain_reads 600/60 address",
    "chain_sends 120/60 session",
    "newcomer_tokens 1/3600 session",
    "webhook_changes 60/3600 session",
    "webhook_tests 60/3600 session",
    "webhook_replays 60/3600 session",
    "push_browsers 60/3600 session",
    "onramp_purchases 30/3600 session",
    "onramp_callbacks 600/60 address",
    "link_clicks 50/86400 address",
    "key_failures 60/60 address",
  ]);
});

describe("the headers of a limited answer", () => {
  test("announce the limit, the remaining requests and the time until all are available again", () => {
    expect(quotaHeaders(quota(600, 599, 60))).toEqual({
      "RateLimit-Limit": "600",
      "RateLimit-Remaining": "599",
      "RateLimit-Reset": "60",
    });
  });

  test("describe the tightest limit, when there are several", () => {
    const tight = quota(5, 2, 900);
    expect(quotaHeaders(quota(120, 90, 60), tight)).toEqual(quotaHeaders(tight));
    expect(quotaHeaders(tight, quota(120, 90, 60))).toEqual(quotaHeaders(tight));
    const longer = quota(5, 0, 900);
    expect(quotaHeaders(longer, quota(120, 0, 60))).toEqual(quotaHeaders(longer));
    expect(quotaHeaders(quota(120, 0, 60), longer)).toEqual(quotaHeaders(longer));
  });
});

describe("a process", () => {
  afterEach(closeLimits);

  test("counts once for all copies of this module", async () => {
    await takeQuota("pages", "192.0.2.1");
    vi.resetModules();
    const copy = await import("./rate-limits.ts");
    expect(copy.takeQuota).not.toBe(takeQuota);
    expect(await copy.takeQuota("pages", "192.0.2.1")).toMatchObject({ remaining: 598 });
  });

  test("counts each limit by itself", async () => {
    for (let failed = 0; failed < 60; failed += 1) await takeQuota("key_failures", "192.0.2.1");
    expect(await spentQuota("key_failures", "192.0.2.1")).toMatchObject({ allowed: false });
    expect(await spentQuota("pages", "192.0.2.1")).toBeUndefined();
    expect(await takeQuota("sign_in_writes", "192.0.2.1")).toMatchObject({ remaining: 119 });
  });

  test("creates its counters once, whichever caller comes first", async () => {
    const quotas = await Promise.all(
      Array.from({ length: 20 }, () => takeQuota("pages", "192.0.2.1")),
    );
    expect(new Set(quotas.map(({ remaining }) => remaining)).size).toBe(20);
  });

  test("counts refusals in its metrics", async () => {
    openLimits({ redisUrl: undefined, sessionSecret, log: { warn: () => undefined } });
    const refused = async () => (await metrics().requestsLimited.get()).values[0]?.value ?? 0;
    const before = await refused();
    for (let taken = 0; taken < 7; taken += 1) await takeQuota("sign_in_mails", "anna@example.org");
    await spentQuota("sign_in_mails", "anna@example.org");
    expect(await refused()).toBe(before + 3);
  });

  test("starts with the counters that it is opened with", async () => {
    await takeQuota("pages", "192.0.2.1");
    openLimits({ redisUrl: undefined, sessionSecret, log: { warn: () => undefined } });
    expect(await takeQuota("pages", "192.0.2.1")).toMatchObject({ remaining: 599 });
  });
});

describe.skipIf(server.isSkipped)(`two processes with ${server.name}`, () => {
  const opened: Limits[] = [];
  const warnings: unknown[][] = [];
  let prefix: string;
  const open = (redisUrl: Secret, secret = sessionSecret) => {
    const log = { warn: (...given: unknown[]) => void warnings.push(given) };
    const limits = createLimits({ redisUrl, sessionSecret: secret, log, prefix });
    opened.push(limits);
    return limits;
  };
  const take = (limits: Limits, subject = "192.0.2.1") => limits.of("pages").take(subject);
  /** Counts of one subject until Redis has one of them, because the connection is made in the background. */
  const connected = (limits: Limits) =>
    vi.waitFor(async () => {
      const redis = connectPatiently(server.url, () => undefined);
      await ready(redis);
      const before = (await keysOf(redis, prefix)).length;
      await take(limits, `connecting ${Math.random()}`);
      const after = (await keysOf(redis, prefix)).length;
      await closeRedis(redis);
      expect(after).toBe(before + 1);
    });

  beforeEach(() => {
    prefix = ownPrefix();
    warnings.length = 0;
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const limits of opened.splice(0)) await limits.close();
    const redis = connectPatiently(server.url, () => undefined);
    await ready(redis);
    await removeKeys(redis, prefix);
    await closeRedis(redis);
  });

  test("count together", async () => {
    const [one, other] = [open(server.url), open(server.url)];
    await connected(one);
    await connected(other);
    expect(await take(one)).toMatchObject({ remaining: 599 });
    expect(await take(other)).toMatchObject({ remaining: 598 });
    // In parts: a process that waits too long for Redis counts on its own.
    for (let left = 598; left > 0; left -= 46) {
      const some = Array.from({ length: 46 }, (_, index) => take(index % 2 === 0 ? one : other));
      expect((await Promise.all(some)).every(({ allowed }) => allowed)).toBe(true);
    }
    expect(await take(one)).toMatchObject({ allowed: false });
    expect(await take(other)).toMatchObject({ allowed: false });
  });

  test("of two deployments do not count together, though they share the server", async () => {
    const one = open(server.url);
    const other = open(server.url, new Secret("session-secret-of-another-deployment-01234"));
    await connected(one);
    await connected(other);
    await take(one);
    expect(await take(other)).toMatchObject({ remaining: 599 });
  });

  describe("when it goes away", () => {
    let gateway: Gateway & { port: number };
    let limits: Limits;
    beforeEach(async () => {
      gateway = await openGateway(server.url);
      limits = open(gateway.url);
      await connected(limits);
      warnings.length = 0;
    });
    afterEach(async () => {
      await gateway.close().catch(() => undefined);
    });

    test("count on their own within the same limit, warn once a minute, and count together when it is back", async () => {
      await take(limits);
      expect(await take(limits)).toMatchObject({ remaining: 598 });
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.setSystemTime(Date.now() + 61_000);
      await gateway.close();
      const all = await Promise.all(Array.from({ length: 700 }, () => take(limits, "192.0.2.2")));
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(600);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toEqual([{ err: expect.any(Error) }, expect.stringContaining("Redis")]);
      vi.setSystemTime(Date.now() + 61_000);
      for (let request = 0; request < 20; request += 1) await take(limits, "192.0.2.3");
      expect(warnings).toHaveLength(2);
      vi.useRealTimers();
      gateway = await openGateway(server.url, gateway.port);
      await connected(limits);
      expect(await take(limits, "192.0.2.4")).toMatchObject({ remaining: 599 });
    });

    /** Half a second for each of 500 requests would be longer than this. */
    const WITHOUT_WAITING = { timeout: 120_000 };

    test("wait half a second for one that hangs, then not at all", WITHOUT_WAITING, async () => {
      gateway.hang();
      const first = await Promise.all(Array.from({ length: 50 }, () => take(limits)));
      expect(first.every(({ allowed }) => allowed)).toBe(true);
      expect(first.at(-1)).toMatchObject({ remaining: 550 });
      for (let request = 0; request < 500; request += 1) await take(limits, "192.0.2.9");
      expect(await take(limits, "192.0.2.9")).toMatchObject({ remaining: 99 });
    });

    test("can still end", async () => {
      gateway.hang();
      await expect(limits.close()).resolves.toBeUndefined();
    });
  });

  test("start without it, and say so", async () => {
    const nobody = open(new Secret("redis://127.0.0.1:1"));
    expect(await take(nobody)).toMatchObject({ allowed: true, remaining: 599 });
    await vi.waitFor(() => expect(warnings.length).toBe(1));
  });
});
