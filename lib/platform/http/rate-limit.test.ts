import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { closeRedis, type Redis } from "#lib/platform/redis.ts";
import { type RateLimit, type RateRule, requireQuota } from "./quota.ts";
import { createMemoryLimit, createRateLimit } from "./rate-limit-memory.ts";
import { createRedisLimit } from "./rate-limit-redis.ts";
import {
  connectPatiently,
  keysOf,
  ownPrefix,
  passTime,
  probeRedis,
  ready,
  removeKeys,
} from "./redis.testing.ts";

const server = await probeRedis(process.env);

type Store = {
  limit: (rule: RateRule) => RateLimit;
  pass: (milliseconds: number) => Promise<void> | void;
};

let store: Store;

/** The same guarantees, wherever the count is kept. */
function guarantees(): void {
  const addresses = (limit: number) => store.limit({ limit, seconds: 60, by: "address" });

  test("announces the remaining requests, and after the last one a correct time to retry", async () => {
    const { take } = addresses(3);
    expect(await take("192.0.2.1")).toEqual({
      allowed: true,
      limit: 3,
      remaining: 2,
      resetSeconds: 60,
    });
    await store.pass(10_500);
    await take("192.0.2.1");
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await take("192.0.2.1");
    expect(refused).toMatchObject({ allowed: false, limit: 3, remaining: 0, resetSeconds: 50 });
    expect(() => requireQuota(refused)).toThrow(
      expect.objectContaining({
        code: "RATE_LIMITED",
        context: { retryAfterSeconds: 50, limit: 3 },
      }),
    );
    await store.pass(refused.resetSeconds * 1_000);
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true, remaining: 2 });
  });

  test("is not prolonged by further requests", async () => {
    const { take } = addresses(1);
    await take("192.0.2.1");
    for (let second = 0; second < 60; second += 1) {
      expect(await take("192.0.2.1")).toMatchObject({ allowed: false });
      await store.pass(1_000);
    }
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true });
  });

  test("allows exactly as many requests as it announces, when all come at once", async () => {
    const { take } = addresses(20);
    const quotas = await Promise.all(Array.from({ length: 50 }, () => take("192.0.2.1")));
    expect(quotas.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect(new Set(quotas.map(({ remaining }) => remaining))).toEqual(
      new Set(Array.from({ length: 20 }, (_, left) => left)),
    );
  });

  test("counts by address, and IPv6 by network", async () => {
    const { take } = addresses(1);
    const allowed = async (address: string) => (await take(address)).allowed;
    expect(await allowed("192.0.2.1")).toBe(true);
    expect(await allowed("192.0.2.2")).toBe(true);
    expect(await allowed("::ffff:192.0.2.2")).toBe(false);
    expect(await allowed("2001:db8:0:1::1")).toBe(true);
    expect(await allowed("2001:db8:0:1:ffff::2")).toBe(false);
    expect(await allowed("2001:db8:0:2::1")).toBe(true);
  });

  test("knows exhausted subjects without counting", async () => {
    const { take, spent } = addresses(2);
    expect(await spent("192.0.2.1")).toBeUndefined();
    await take("192.0.2.1");
    for (let read = 0; read < 5; read += 1) expect(await spent("192.0.2.1")).toBeUndefined();
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await spent("192.0.2.1")).toMatchObject({ allowed: false, resetSeconds: 60 });
    expect(await spent("192.0.2.2")).toBeUndefined();
    await store.pass(60_000);
    expect(await spent("192.0.2.1")).toBeUndefined();
  });

  test("that comes back evenly allows a burst, then as much as has come back", async () => {
    // Redis counts real time, in which nothing comes back during this test.
    const { take } = store.limit({ limit: 100, seconds: 100_000, refills: true, by: "address" });
    const costs = (cost: number) => take("192.0.2.1", cost);
    expect(await costs(60)).toEqual({
      allowed: true,
      limit: 100,
      remaining: 40,
      resetSeconds: 60_000,
    });
    const refused = await costs(60);
    expect(refused).toMatchObject({ allowed: false, limit: 100, remaining: 40 });
    expect(refused.resetSeconds).toBeLessThanOrEqual(20_000);
    expect(refused.resetSeconds).toBeGreaterThan(19_000);
    // A refusal takes nothing, and a cheaper request still passes.
    expect(await costs(40)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await costs(1)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await take("192.0.2.2", 100)).toMatchObject({ allowed: true });
    await store.pass(20_000_000);
    expect(await costs(21)).toMatchObject({ allowed: false, remaining: 20 });
    expect(await costs(20)).toMatchObject({ allowed: true, remaining: 0 });
    await store.pass(200_000_000);
    expect(await costs(100)).toMatchObject({ allowed: true, resetSeconds: 100_000 });
  });

  test("that comes back evenly allows no more than it has when all come at once", async () => {
    const { take } = store.limit({ limit: 100, seconds: 100_000, refills: true, by: "address" });
    const quotas = await Promise.all(Array.from({ length: 50 }, () => take("192.0.2.1", 9)));
    expect(quotas.filter(({ allowed }) => allowed)).toHaveLength(11);
  });

  test("of keys counts each key by itself, however many there are", async () => {
    const { take } = store.limit({ limit: 1, seconds: 60, by: "key" });
    const ids = Array.from({ length: 3_000 }, (_, index) => `mcp_${index}`);
    const quotas = await Promise.all(ids.map((id) => take(id)));
    expect(quotas.every(({ allowed }) => allowed)).toBe(true);
    expect(await take("mcp_7")).toMatchObject({ allowed: false });
  });
}

describe("a limit of requests, counted in memory,", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    store = {
      limit: createMemoryLimit,
      pass: (milliseconds) => void vi.advanceTimersByTime(milliseconds),
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  guarantees();

  test("keeps a bounded number of counters, whatever the number of addresses", async () => {
    const { take } = createRateLimit({ limit: 1_000_000, seconds: 60 });
    for (let network = 0; network < 70_000; network += 1) {
      await take(`2001:db8:${(network >> 16).toString(16)}:${(network & 0xffff).toString(16)}::1`);
    }
    // One timer ends each counter.
    expect(vi.getTimerCount()).toBeLessThanOrEqual(65_536);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.skipIf(server.isSkipped)(`a limit of requests, counted in ${server.name},`, () => {
  let redis: Redis;
  let prefix: string;
  const failures: unknown[] = [];
  const secret = randomBytes(32);
  const limitOf = (rule: RateRule) =>
    createRedisLimit("test", rule, {
      redis,
      prefix,
      secret,
      onUnavailable: (error) => failures.push(error),
    });

  beforeEach(async () => {
    failures.length = 0;
    prefix = ownPrefix();
    redis = connectPatiently(server.url, (error) => failures.push(error));
    await ready(redis);
    // Sockets need real timers.
    vi.useFakeTimers({ toFake: ["Date"] });
    store = {
      limit: limitOf,
      pass: async (milliseconds) => {
        vi.setSystemTime(Date.now() + milliseconds);
        await passTime(redis, prefix, milliseconds);
      },
    };
  });
  afterEach(async () => {
    vi.useRealTimers();
    await removeKeys(redis, prefix);
    await closeRedis(redis);
    // Otherwise the count was in memory and the test proves nothing.
    expect(failures).toEqual([]);
  });

  guarantees();

  test("shows Redis no address, and leaves nothing there longer than the window", async () => {
    const { take } = limitOf({ limit: 5, seconds: 60, by: "address" });
    await take("192.0.2.1");
    await take("2001:db8:0:1::1");
    const mails = limitOf({ limit: 5, seconds: 60, by: "mail" });
    await mails.take("anna@example.org");
    const keys = await keysOf(redis, prefix);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/:test:[0-9a-f]{32}$/);
      expect(await redis.get(key)).toBe("1");
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      expect(await redis.pttl(key)).toBeLessThanOrEqual(60_000);
    }
  });

  test("does not ask Redis again for exhausted subjects", async () => {
    const { take } = limitOf({ limit: 2, seconds: 60, by: "address" });
    for (let request = 0; request < 50; request += 1) await take("192.0.2.1");
    const [key = ""] = await keysOf(redis, prefix);
    expect(await redis.get(key)).toBe("2");
  });
});
