/** The `block` event: the head of the chain, once for all markets. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { parsed, TestHub } from "./market-hub.testing.ts";

let hub: TestHub;
beforeEach(async () => {
  hub = await TestHub.open();
  await hub.start();
  await hub.ready();
});
afterEach(() => hub.close());

const reads = () => hub.venue.requests.filter((path) => path === "/v1/blocks/latest").length;

function seal(): void {
  const { height, time } = hub.venue.block;
  hub.venue.block = { height: height + 1, time: time + 10, settle_ms: 0.7, interval_ms: 10 };
}

test("the first subscriber of blocks gets the head as soon as it is read, then each change", async () => {
  const { events } = hub.follow(["block"]);
  await hub.live(200);
  expect(parsed(events)).toEqual([{ height: 7, time: 1_000, settle_ms: 0.5, interval_ms: null }]);
  expect(parsed(hub.data.state("BTCUSDC", ["block"]))).toEqual(parsed(events));
  await hub.live(2_500);
  expect(events).toHaveLength(1);
  seal();
  await hub.live(1_100);
  expect(parsed(events)[1]).toEqual({ height: 8, time: 1_010, settle_ms: 0.7, interval_ms: 10 });
});

test("however many blocks a second there are, one block event a second goes out", async () => {
  const { events } = hub.follow(["block"]);
  await hub.live(1_000);
  events.length = 0;
  for (let tenth = 0; tenth < 50; tenth += 1) {
    seal();
    await hub.live(100);
  }
  expect(events.length).toBeGreaterThanOrEqual(4);
  expect(events.length).toBeLessThanOrEqual(6);
  expect(parsed(events).at(-1).height).toBeGreaterThan(40);
});

test("the head is read once for all markets, only while it has subscribers, and a stale head is not sent", async () => {
  await hub.live(2_000);
  expect(reads()).toBe(0);
  const first = hub.follow(["block", "mark"]);
  const second = hub.follow(["block"], "ETHUSDC");
  await hub.live(4_000);
  expect(reads()).toBeLessThanOrEqual(6);
  first.stop();
  await hub.live(2_000);
  expect(reads()).toBeGreaterThanOrEqual(5);
  second.stop();
  await hub.live(30_500);
  const after = reads();
  await hub.live(3_000);
  expect(reads()).toBe(after);
  expect(hub.data.state("BTCUSDC", ["block"])).toEqual([]);
});
