import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "#lib/db/client.ts";
import { testDatabase } from "#lib/db/testing.ts";
import type { MarketTopic } from "#lib/protocol/market-data.ts";
import { createVenueClient } from "#lib/venue-client/client.ts";
import { MarketData } from "./hub.ts";
import { createOracleHistory } from "./oracle-history.ts";
import { ManualTimers, TestVenue } from "./testing.ts";
import type { MarketEvent } from "./topics.ts";

/** 12.3 s into a minute; the venue's clock is two and a half seconds ahead of the app's. */
const START = Date.UTC(2026, 2, 3, 10, 15, 12, 300);
const AHEAD = 2_500;

let db: Database;
let venue: TestVenue;
let timers: ManualTimers;
let data: MarketData;
let failures: string[];

beforeEach(async () => {
  db = await testDatabase();
  venue = new TestVenue(["BTCUSDC", "ETHUSDC"]);
  timers = new ManualTimers(START);
  failures = [];
  venue.serverTime = () => timers.now() + AHEAD;
});

afterEach(async () => {
  await data.stop();
  await venue.close();
  await db.$client.end();
});

async function start(withHistory = false): Promise<void> {
  const url = await venue.listen();
  data = new MarketData({
    venue: createVenueClient(url, 500),
    history: withHistory ? createOracleHistory(url) : undefined,
    db,
    timers,
    log: { info: () => {}, warn: (fields: { poll?: string }) => failures.push(fields.poll ?? "") },
  });
  data.start();
  await timers.advance(0);
}

/** Moves time in small steps; between them the real sockets get to answer. */
async function live(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10) {
    await timers.advance(10);
    if (passed % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

function mark(price: string): void {
  venue.market("BTCUSDC").mark = { price, at: timers.now() + AHEAD };
}

async function ready(): Promise<void> {
  mark("100.5");
  await vi.waitFor(async () => {
    await live(100);
    expect(await data.obstacles()).toEqual([]);
    expect(data.state("BTCUSDC", ["kline:1s"])).toHaveLength(1);
  });
}

function follow(topics: MarketTopic[]): { events: MarketEvent[]; stop: () => void } {
  const events: MarketEvent[] = [];
  const stop = data.subscribe("BTCUSDC", new Set(topics), (batch) => events.push(...batch));
  return { events, stop };
}

const parsed = (events: MarketEvent[]) => events.map((event) => JSON.parse(event.json));

describe("the market data of the app", () => {
  test("announces a mark once, and nothing while nothing changes", async () => {
    await start();
    await ready();
    const { events } = follow(["mark", "stats", "tape"]);
    await live(3_000);
    expect(events).toEqual([]);
    mark("101");
    await live(1_200);
    expect(parsed(events.filter((event) => event.topic === "mark"))).toEqual([
      { market: "BTCUSDC", mark_price: "101", timestamp: expect.any(Number) },
    ]);
    expect(events.filter((event) => event.topic === "stats")).toHaveLength(1);
    expect(events.filter((event) => event.topic === "tape")).toEqual([]);
  });

  test("closes a second without any mark, and what is read for it is what was announced", async () => {
    await start();
    await ready();
    const { events } = follow(["kline:1s", "kline:1m"]);
    await live(3_200);
    const closed = parsed(events).filter((bar) => bar.closed && bar.interval === "1s");
    expect(closed.length).toBeGreaterThanOrEqual(3);
    expect(closed.every((bar, index) => index === 0 || bar.filled)).toBe(true);
    const read = await data.bars({ market: "BTCUSDC", interval: "1s" });
    for (const bar of closed) {
      expect(read.find((other) => other.start === bar.start)).toEqual(bar);
    }
    expect(read.at(-1)).toEqual(parsed(data.state("BTCUSDC", ["kline:1s"]))[0]);
  });

  test("counts a fill in the second in which the venue made it", async () => {
    await start();
    await ready();
    await live(500);
    const at = timers.now() + AHEAD;
    venue.trade("BTCUSDC", { price: "100.5", size: "0.25", at });
    await live(3_000);
    const bars = await data.bars({ market: "BTCUSDC", interval: "1s" });
    const counted = bars.filter((bar) => bar.trades > 0);
    expect(counted).toMatchObject([{ start: Math.floor(at / 1_000) * 1_000, volume: "0.25" }]);
  });

  test("tells new fills only, never those from before", async () => {
    venue.trade("BTCUSDC", { price: "100", size: "1", at: START });
    await start();
    await ready();
    const { events } = follow(["trades"]);
    expect(data.tradesAnswer("BTCUSDC").results.map((trade) => trade.id)).toEqual([1]);
    const at = timers.now() + AHEAD;
    for (let count = 0; count < 250; count += 1) {
      venue.trade("BTCUSDC", { price: "100", size: "1", at });
    }
    await live(2_500);
    const ids = parsed(events).flatMap((trades) => trades.map(({ id }: { id: number }) => id));
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => index + 2));
    expect(data.tradesAnswer("BTCUSDC").results).toHaveLength(100);
  });

  test("polls best bid and offer and the book only while somebody wants them, and 30 s longer", async () => {
    await start();
    await ready();
    const asked = () => venue.requests.filter((path) => path.includes("/bbo/")).length;
    await live(1_000);
    expect(asked()).toBe(0);
    const { stop } = follow(["bbo"]);
    await live(3_500);
    expect(asked()).toBeGreaterThanOrEqual(8);
    expect(venue.requests.some((path) => path.includes("/orderbook/"))).toBe(false);
    stop();
    await live(30_500);
    const afterLinger = asked();
    await live(3_000);
    expect(asked()).toBe(afterLinger);
    expect(data.state("BTCUSDC", ["bbo"])).toEqual([]);
  });

  test("lives through a venue that fails: subscribers stay, and hear of the first change after it", async () => {
    await start();
    await ready();
    const { events } = follow(["mark"]);
    venue.failWith = 500;
    await live(8_000);
    expect(failures).toContain("stats");
    expect(events).toEqual([]);
    expect(await data.markets()).toHaveLength(2);
    expect(await data.obstacles()).toContain("the venue does not answer");
    const bars = await data.bars({ market: "BTCUSDC", interval: "1s" });
    expect(bars.at(-1)!.start).toBeGreaterThan(timers.now() + AHEAD - 4_000);
    venue.failWith = undefined;
    mark("250.5");
    await live(12_000);
    expect(parsed(events)).toMatchObject([{ mark_price: "250.5" }]);
  });

  test("fills the history before it builds bars, and is not ready until then", async () => {
    const minute = Math.floor((START + AHEAD) / 60_000) * 60_000;
    venue.history = Array.from({ length: 120 }, (_, index) => ({
      start: minute - (120 - index) * 60_000,
      open: "90.0",
      high: "99",
      low: "89.50",
      close: "95.5",
      volume: "2.5",
    }));
    await start(true);
    await ready();
    await live(1_500);
    const bars = await data.bars({ market: "BTCUSDC", interval: "1m" });
    expect(bars).toHaveLength(121);
    expect(bars[0]).toMatchObject({ open: "90", low: "89.5", volume: "2.5", closed: true });
    expect(bars.at(-1)).toMatchObject({ open: "95.5", close: "100.5", closed: false });
  });

  test("knows its markets, and refuses others by name", async () => {
    await start();
    await ready();
    expect([data.knows("BTCUSDC"), data.knows("DOGEUSDC")]).toEqual([true, false]);
    expect(() => data.snapshot("DOGEUSDC")).toThrow("There is no market DOGEUSDC.");
    expect(await data.freshSnapshot("BTCUSDC")).toMatchObject({
      bbo: { ask: "100.5" },
      orderbook: { bids: { "99.5": "2" } },
      mark: { mark_price: "100.5" },
    });
  });
});
