import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AHEAD, parsed, START, TestHub } from "./market-hub.testing.ts";

let hub: TestHub;

beforeEach(async () => {
  hub = await TestHub.open();
});

afterEach(() => hub.close());

describe("the market data of the app", () => {
  test("announces a mark once, and nothing while nothing changes", async () => {
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(["mark", "stats", "tape"]);
    await hub.live(3_000);
    expect(events).toEqual([]);
    hub.mark("101");
    await hub.live(1_200);
    expect(parsed(events.filter((event) => event.topic === "mark"))).toEqual([
      { market: "BTCUSDC", mark_price: "101", timestamp: expect.any(Number) },
    ]);
    expect(events.filter((event) => event.topic === "stats")).toHaveLength(1);
    expect(events.filter((event) => event.topic === "tape")).toEqual([]);
  });

  test("sends no event for a mark that is set again at the same price, but the stats show that it is fresh", async () => {
    await hub.start();
    await hub.ready();
    hub.mark("101");
    await hub.live(2_000);
    const { events } = hub.follow(["mark", "stats"]);
    for (let second = 0; second < 3; second += 1) {
      hub.mark("101");
      await hub.live(1_000);
    }
    expect(events.filter(({ topic }) => topic === "mark")).toEqual([]);
    expect(events.filter(({ topic }) => topic === "stats").length).toBeGreaterThanOrEqual(2);
  });

  test("closes a second without any mark, and a read returns the announced bar", async () => {
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(["kline:1s", "kline:1m"]);
    await hub.live(3_200);
    const closed = parsed(events).filter((bar) => bar.closed && bar.interval === "1s");
    expect(closed.length).toBeGreaterThanOrEqual(3);
    expect(closed.every((bar, index) => index === 0 || bar.filled)).toBe(true);
    const read = await hub.data.bars({ market: "BTCUSDC", interval: "1s" });
    for (const bar of closed) {
      expect(read.find((other) => other.start === bar.start)).toEqual(bar);
    }
    expect(read.at(-1)).toEqual(parsed(hub.data.state("BTCUSDC", ["kline:1s"]))[0]);
  });

  test("counts a fill in the second in which the venue made it", async () => {
    await hub.start();
    await hub.ready();
    await hub.live(500);
    const at = hub.timers.now() + AHEAD;
    hub.venue.trade("BTCUSDC", { price: "100.5", size: "0.25", at });
    await hub.live(3_000);
    const bars = await hub.data.bars({ market: "BTCUSDC", interval: "1s" });
    const counted = bars.filter((bar) => bar.trades > 0);
    expect(counted).toMatchObject([{ start: Math.floor(at / 1_000) * 1_000, volume: "0.25" }]);
  });

  test("publishes new fills only, never earlier ones", async () => {
    hub.venue.trade("BTCUSDC", { price: "100", size: "1", at: START });
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(["trades"]);
    expect(hub.data.tradesAnswer("BTCUSDC").results.map((trade) => trade.id)).toEqual([1]);
    const at = hub.timers.now() + AHEAD;
    for (let count = 0; count < 250; count += 1) {
      hub.venue.trade("BTCUSDC", { price: "100", size: "1", at });
    }
    await hub.live(2_500);
    const ids = parsed(events).flatMap((trades) => trades.map(({ id }: { id: number }) => id));
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => index + 2));
    expect(hub.data.tradesAnswer("BTCUSDC").results).toHaveLength(100);
  });

  test("polls best bid and offer and the book only while they have subscribers, and 30 s longer", async () => {
    await hub.start();
    await hub.ready();
    const countRequests = () => hub.venue.requests.filter((path) => path.includes("/bbo/")).length;
    await hub.live(1_000);
    expect(countRequests()).toBe(0);
    const { stop } = hub.follow(["bbo"]);
    await hub.live(3_500);
    expect(countRequests()).toBeGreaterThanOrEqual(8);
    expect(hub.venue.requests.some((path) => path.includes("/orderbook/"))).toBe(false);
    stop();
    await hub.live(30_500);
    const afterLinger = countRequests();
    await hub.live(3_000);
    expect(countRequests()).toBe(afterLinger);
    expect(hub.data.state("BTCUSDC", ["bbo"])).toEqual([]);
  });

  test("survives a failing venue: subscribers stay, and get the first change after it", async () => {
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(["mark"]);
    hub.venue.failWith = 500;
    await hub.live(8_000);
    expect(hub.failures).toContain("stats");
    expect(events).toEqual([]);
    expect(await hub.data.markets()).toHaveLength(2);
    expect(await hub.data.obstacles()).toContain("the venue does not answer");
    const bars = await hub.data.bars({ market: "BTCUSDC", interval: "1s" });
    expect(bars.at(-1)!.start).toBeGreaterThan(hub.timers.now() + AHEAD - 4_000);
    hub.venue.failWith = undefined;
    hub.mark("250.5");
    await hub.live(12_000);
    expect(parsed(events)).toMatchObject([{ mark_price: "250.5" }]);
  });

  test("fills the history before it builds bars, and is not ready until then", async () => {
    const minute = Math.floor((START + AHEAD) / 60_000) * 60_000;
    hub.venue.history = Array.from({ length: 120 }, (_, index) => ({
      start: minute - (120 - index) * 60_000,
      open: "90.0",
      high: "99",
      low: "89.50",
      close: "95.5",
      volume: "2.5",
    }));
    await hub.start({ history: true });
    await hub.ready();
    await hub.live(1_500);
    const bars = await hub.data.bars({ market: "BTCUSDC", interval: "1m" });
    expect(bars).toHaveLength(121);
    expect(bars[0]).toMatchObject({ open: "90", low: "89.5", volume: "2.5", closed: true });
    expect(bars.at(-1)).toMatchObject({ open: "95.5", close: "100.5", closed: false });
  });

  test("knows its markets, and refuses others by name", async () => {
    await hub.start();
    await hub.ready();
    expect([hub.data.knows("BTCUSDC"), hub.data.knows("DOGEUSDC")]).toEqual([true, false]);
    expect(() => hub.data.snapshot("DOGEUSDC")).toThrow("There is no market DOGEUSDC.");
    expect(await hub.data.freshSnapshot("BTCUSDC")).toMatchObject({
      bbo: { ask: "100.5" },
      orderbook: { bids: { "99.5": "2" } },
      mark: { mark_price: "100.5" },
    });
  });
});
