/** Wrong and corrected clocks: the app's, the venue's, or both on one machine. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import { parsed, TestHub } from "./market-hub.testing.ts";
import type { MarketEvent } from "./market-topics.ts";

let hub: TestHub;
let marks: number;

beforeEach(async () => {
  hub = await TestHub.open();
  marks = 0;
});
afterEach(() => hub.close());

/** The venue's clock runs independently from now on, `aheadMs` ahead of the app's. */
function separateVenue(aheadMs: number): void {
  const began = hub.timers.monotonic();
  const time = hub.timers.now() + aheadMs;
  hub.venue.serverTime = () => time + hub.timers.monotonic() - began;
}

/** A new mark and a fill each second, stamped by the venue. */
async function market(seconds: number, venueTime = () => hub.venue.serverTime()): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    marks += 1;
    hub.venue.market("BTCUSDC").mark = { price: String(100 + marks), at: venueTime() };
    hub.venue.trade("BTCUSDC", { price: "100", size: "1", at: venueTime() });
    await hub.live(1_000);
  }
}

const TOPICS: MarketTopic[] = ["mark", "stats", "tape", "kline:1s", "kline:1m"];

function closedSeconds(events: readonly MarketEvent[]) {
  return parsed(events.filter(({ event }) => event === "kline")).filter(
    (bar) => bar.closed && bar.interval === "1s",
  );
}

function count(events: readonly MarketEvent[], event: string): number {
  return events.filter((one) => one.event === event).length;
}

describe("the app's clock", () => {
  test.each([-300_000, -20_000, 20_000, 300_000])(
    "corrected by %i ms while the app runs: no bar ends before the venue's time does, none is missing, none is flat",
    async (stepMs) => {
      separateVenue(-stepMs);
      await hub.start();
      await hub.ready();
      await market(3);
      const { events } = hub.follow(TOPICS);
      if (stepMs > 0) hub.timers.setForward(stepMs);
      else hub.timers.setBack(-stepMs);
      const tooEarly: number[] = [];
      for (let second = 0; second < 12; second += 1) {
        const before = closedSeconds(events).length;
        await market(1);
        for (const { start } of closedSeconds(events).slice(before)) {
          if (start + 1_000 > hub.venue.serverTime()) tooEarly.push(start);
        }
      }
      expect(tooEarly).toEqual([]);
      const closed = closedSeconds(events);
      expect(closed.length).toBeGreaterThanOrEqual(10);
      for (const [index, bar] of closed.entries()) {
        expect(bar).toMatchObject({ start: closed[0].start + index * 1_000, filled: false });
      }
      for (const event of ["mark", "stats", "tape"]) {
        expect(count(events, event)).toBeGreaterThanOrEqual(11);
      }
    },
  );

  test("a minute ahead of the venue's from the start: everything is published from the start", async () => {
    separateVenue(-60_000);
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(TOPICS);
    const all = hub.follow(["stats", "tape", "mark"], "ALL");
    await market(5);
    for (const event of ["mark", "stats", "tape"]) {
      expect(count(events, event)).toBeGreaterThanOrEqual(4);
      expect(count(all.events, event)).toBeGreaterThanOrEqual(4);
    }
    expect(closedSeconds(events).length).toBeGreaterThanOrEqual(3);
  });

  test("is not used before the venue's clock was read: nothing is polled", async () => {
    hub.venue.failPath = (url) => (url.pathname === "/v1/time" ? 500 : undefined);
    await hub.start();
    await hub.live(5_000);
    expect(hub.failures.every((poll) => poll === "clock")).toBe(true);
    expect(() => hub.data.knows("BTCUSDC")).toThrow("starting");
    expect(hub.venue.requests.every((path) => path === "/v1/time")).toBe(true);
    hub.venue.failPath = () => undefined;
    await hub.ready();
    expect(hub.data.knows("BTCUSDC")).toBe(true);
  });
});

test("a machine that slept reads the venue's clock before it closes missed bars", async () => {
  separateVenue(0);
  await hub.start();
  await hub.ready();
  await market(3);
  const { events } = hub.follow(TOPICS);
  hub.venue.failPath = (url) => (url.pathname === "/v1/time" ? 500 : undefined);
  hub.timers.sleep(120_000);
  await market(3);
  expect(closedSeconds(events).length).toBeLessThanOrEqual(1);
  hub.venue.failPath = () => undefined;
  await market(15);
  const closed = closedSeconds(events);
  expect(closed.length).toBeGreaterThanOrEqual(130);
  expect(closed.at(-1).start + 1_000).toBeLessThanOrEqual(hub.venue.serverTime());
});

describe("a venue whose clock is set back stamps the same time until it has caught up", () => {
  const BACK = 20_000;

  test("and all input goes into the open bar and is published; nothing closes until the venue's time moves on", async () => {
    await hub.start();
    await hub.ready();
    await market(3);
    const stamped = hub.venue.serverTime();
    const venueTime = () => Math.max(stamped, hub.venue.serverTime());
    const { events } = hub.follow(TOPICS);
    const all = hub.follow(["mark", "stats"], "ALL");
    hub.timers.setBack(BACK);
    await market(15, venueTime);
    for (const event of ["mark", "stats", "tape"]) {
      expect(count(events, event)).toBeGreaterThanOrEqual(13);
    }
    expect(count(all.events, "mark")).toBeGreaterThanOrEqual(13);
    expect(count(all.events, "stats")).toBeGreaterThanOrEqual(13);
    // Time moves on until the correction of the machine's clock is noticed: a second at most.
    expect(closedSeconds(events).length).toBeLessThanOrEqual(3);
    const [open] = parsed(hub.data.state("BTCUSDC", ["kline:1s"]));
    const newest = String(100 + marks) as Decimal;
    expect(open).toMatchObject({ closed: false, close: newest, high: newest });
    expect(open.trades).toBeGreaterThanOrEqual(12);
    expect(open.start).toBeLessThanOrEqual(stamped + 1_000);
    const read = await hub.data.bars({ market: "BTCUSDC", interval: "1s" });
    expect(read.at(-1)).toEqual(open);

    const before = closedSeconds(events).length;
    await market(15, venueTime);
    const closed = closedSeconds(events);
    expect(closed.length).toBeGreaterThanOrEqual(before + 5);
    for (const [index, bar] of closed.entries()) {
      expect(bar.start).toBe(closed[0].start + index * 1_000);
    }
    const [later] = closed.filter(({ start }) => start === open.start);
    expect(later).toMatchObject({ open: open.open, low: open.low });
    // The clock has caught up after five more marks.
    expect(Number(later.close)).toBeGreaterThanOrEqual(100 + marks - 11);
    expect(Number(later.close)).toBeLessThan(100 + marks);
    expect(closed.at(-1).start + 1_000).toBeLessThanOrEqual(hub.venue.serverTime());
  });
});
