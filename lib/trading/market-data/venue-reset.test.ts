/** A venue that was reset counts its fills from one again; the stored bars continue. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { AHEAD, parsed, TestHub } from "./market-hub.testing.ts";

let hub: TestHub;

beforeEach(async () => {
  hub = await TestHub.open();
  await hub.start();
  await hub.ready();
});

afterEach(() => hub.close());

/** A second each, with a mark and some fills in the middle of it. */
async function seconds(count: number, fills: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    await hub.live(500);
    hub.mark(`${100 + (second % 7)}`);
    const at = hub.timers.now() + AHEAD;
    for (let fill = 0; fill < fills; fill += 1) {
      hub.venue.trade("BTCUSDC", { price: "100", size: "1", at });
    }
    await hub.live(500);
  }
}

async function counted(): Promise<number> {
  const bars = await hub.data.bars({ market: "BTCUSDC", interval: "1s" });
  return bars.reduce((sum, bar) => sum + bar.trades, 0);
}

const wipe = () => {
  hub.venue.market("BTCUSDC").trades = [];
};

test.each([
  ["and trading again before the first read", 0],
  ["and read before its first fill", 3],
])("a venue that was reset %s: every fill before and after is counted once", async (_, quiet) => {
  const { events } = hub.follow(["kline:1m", "kline:1s"]);
  await seconds(3, 8);
  await seconds(2, 0);
  expect(await counted()).toBe(24);
  wipe();
  await seconds(quiet, 0);
  await seconds(5, 2);
  await seconds(3, 0);
  expect(await counted()).toBe(34);
  const closed = parsed(events).filter((bar) => bar.closed && bar.interval === "1s");
  expect(closed.reduce((sum, bar) => sum + bar.trades, 0)).toBe(34);
});

test("a venue that is reset while the app is down: its fills are counted from the first one on", async () => {
  await seconds(3, 8);
  await seconds(2, 0);
  await hub.restart(wipe);
  await hub.ready();
  await seconds(5, 2);
  await seconds(3, 0);
  expect(await counted()).toBe(34);
});
