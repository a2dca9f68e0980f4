import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRateLimit, requireQuota } from "./rate-limit.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a limit of requests", () => {
  test("tells what is left, and after the last when to come back; then it is true", async () => {
    const { take } = createRateLimit({ limit: 3, seconds: 60 });
    expect(await take("192.0.2.1")).toEqual({
      allowed: true,
      limit: 3,
      remaining: 2,
      resetSeconds: 60,
    });
    vi.advanceTimersByTime(10_500);
    await take("192.0.2.1");
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await take("192.0.2.1");
    expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 50 });
    expect(() => requireQuota(refused)).toThrow(
      expect.objectContaining({ code: "RATE_LIMITED", context: { retryAfterSeconds: 50 } }),
    );
    vi.advanceTimersByTime(refused.resetSeconds * 1_000);
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true, remaining: 2 });
  });

  test("is not put off by asking on", async () => {
    const { take } = createRateLimit({ limit: 1, seconds: 60 });
    await take("192.0.2.1");
    for (let second = 0; second < 60; second += 1) {
      expect(await take("192.0.2.1")).toMatchObject({ allowed: false });
      vi.advanceTimersByTime(1_000);
    }
    expect(await take("192.0.2.1")).toMatchObject({ allowed: true });
  });

  test("is an address's own, and of IPv6 the network's", async () => {
    const { take } = createRateLimit({ limit: 1, seconds: 60 });
    const allowed = async (address: string) => (await take(address)).allowed;
    expect(await allowed("192.0.2.1")).toBe(true);
    expect(await allowed("192.0.2.2")).toBe(true);
    expect(await allowed("2001:db8:0:1::1")).toBe(true);
    expect(await allowed("2001:db8:0:1:ffff::2")).toBe(false);
    expect(await allowed("2001:db8:0:2::1")).toBe(true);
  });

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
