import { describe, expect, test } from "vitest";
import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import { MAX_BACKOFF_MS, startPoller } from "./poller.ts";

function setUp(
  everyMs: number,
  poll: (now: number) => Promise<void>,
  {
    offset = 0,
    onRecovery = () => {},
    keepsPace = false,
  }: { offset?: number; onRecovery?: () => void; keepsPace?: boolean } = {},
) {
  const timers = new ManualTimers(1_000_123);
  const aheadOfMonotonic = timers.now() - timers.monotonic();
  const ranAt: number[] = [];
  const failures: unknown[] = [];
  const poller = startPoller({
    name: "test",
    timers,
    everyMs,
    keepsPace,
    phaseMs: 60,
    clockOffset: () => aheadOfMonotonic + offset,
    poll: async () => {
      ranAt.push(timers.now());
      await poll(timers.now());
    },
    onFailure: (thrown) => failures.push(thrown),
    onRecovery,
  });
  return { timers, ranAt, failures, poller };
}

describe("a poller", () => {
  test("runs at once, then just after each multiple of its cadence on the venue's clock", async () => {
    const { timers, ranAt, poller } = setUp(500, async () => {}, { offset: 40 });
    await timers.advance(1_500);
    poller.stop();
    expect(ranAt).toEqual([1_000_123, 1_000_520, 1_001_020, 1_001_520]);
  });

  test("doubles its wait with each failure up to ten seconds, and never gives up", async () => {
    const { timers, ranAt, failures, poller } = setUp(500, async () => {
      throw new Error("refused");
    });
    await timers.advance(60_000);
    poller.stop();
    const waits = ranAt.slice(1).map((at, index) => at - ranAt[index]!);
    expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    expect(Math.max(...waits)).toBe(MAX_BACKOFF_MS);
    expect(failures).toHaveLength(ranAt.length);
  });

  test("returns to its cadence after the first success", async () => {
    const { timers, ranAt, poller } = setUp(1_000, async (now) => {
      if (now < 1_006_000) throw new Error("refused");
    });
    await timers.advance(30_000);
    poller.stop();
    const waits = ranAt.slice(1).map((at, index) => at - ranAt[index]!);
    expect(waits.slice(-5)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  });

  test("reports its recovery, and can be woken while it waits", async () => {
    let fails = true;
    let recoveries = 0;
    const { timers, ranAt, poller } = setUp(
      500,
      async () => {
        if (fails) throw new Error("refused");
      },
      { onRecovery: () => (recoveries += 1) },
    );
    await timers.advance(8_000);
    const before = ranAt.length;
    fails = false;
    poller.retry();
    await timers.advance(0);
    expect([ranAt.length - before, recoveries]).toEqual([1, 1]);
    poller.retry();
    await timers.advance(100);
    expect([ranAt.length - before, recoveries]).toEqual([1, 1]);
    poller.stop();
  });

  test("waits after a 429 at least as long as requested, and another poller's recovery does not end that wait", async () => {
    const limits = [{ status: 429, retryAfterMs: 3_000 }, { status: 429 }];
    const { timers, ranAt, poller } = setUp(350, async () => {
      const limit = limits.shift();
      if (limit !== undefined) throw new UpstreamError("status", "limited", limit);
    });
    for (let waited = 0; waited < 5_000; waited += 250) {
      await timers.advance(250);
      poller.retry();
    }
    poller.stop();
    const waits = ranAt.slice(1).map((at, index) => at - ranAt[index]!);
    // The second 429 in a row names no time: the back-off of this cadence for two failures is longer than a second.
    expect(waits.slice(0, 2)).toEqual([3_000, 1_400]);
  });

  test.each([
    { keepsPace: false, polled: "more rarely, and ever more often as it is answered" },
    { keepsPace: true, polled: "as often as before, because all depend on it" },
  ])("of a source that limits requests polls $polled", async ({ keepsPace }) => {
    let limits = 3;
    const limited = new UpstreamError("status", "limited", { status: 429, retryAfterMs: 1_000 });
    const { timers, ranAt, poller } = setUp(
      500,
      async () => {
        limits -= 1;
        if (limits >= 0) throw limited;
      },
      { keepsPace },
    );
    await timers.advance(200_000);
    poller.stop();
    const waits = ranAt.slice(1).map((at, index) => at - ranAt[index]!);
    expect(waits.slice(0, 3)).toEqual(keepsPace ? [1_000, 1_000, 1_000] : [1_000, 2_000, 4_000]);
    // Eight times slower after three refusals, and a slot may have to be waited for.
    if (keepsPace) expect(Math.max(...waits.slice(3))).toBeLessThanOrEqual(500);
    else expect(waits[3]).toBeGreaterThan(3_000);
    expect(waits.slice(-5)).toEqual([500, 500, 500, 500, 500]);
  });

  test("never overlaps itself, and does not run after it was stopped", async () => {
    let finish = () => {};
    const { timers, ranAt, poller } = setUp(
      350,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await timers.advance(5_000);
    expect(ranAt).toHaveLength(1);
    poller.stop();
    finish();
    await timers.advance(5_000);
    expect(ranAt).toHaveLength(1);
  });
});
