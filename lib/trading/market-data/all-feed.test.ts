import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import type { OraclePrices } from "#lib/protocol/market/oracle.ts";
import { parsed, START, TestHub } from "./market-hub.testing.ts";

/** Answers of the oracle process; `undefined`: it does not answer. */
let prices: (Pick<OraclePrices, "src" | "ts"> & { prices: object }) | undefined;
let requestCount: number;
let hub: TestHub;

beforeEach(async () => {
  hub = await TestHub.open();
  requestCount = 0;
  prices = undefined;
});

afterEach(() => hub.close());

const oracle = {
  prices: async () => {
    requestCount += 1;
    if (prices === undefined) throw new Error("nobody there");
    return { ...prices, prices: {} };
  },
  close: () => {},
};

const ALL: MarketTopic[] = ["stats", "mark", "tape"];
const follow = (topics = ALL) => hub.follow(topics, "ALL");

async function startWithOracle(): Promise<void> {
  prices = { src: "pyth", ts: START, prices: {} };
  await hub.start({ oracle });
  await hub.ready();
}

/** The feed behind the oracle gives a price each second. */
async function liveWithFeed(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    if (prices !== undefined) prices.ts = hub.timers.now();
    await hub.live(1_000);
  }
}

describe("the list feed", () => {
  test("gives the state of every market in one event of each kind, then only changes", async () => {
    hub.venue.trade("BTCUSDC", { price: "100", size: "1", at: START });
    hub.venue.trade("ETHUSDC", { price: "3", size: "1", at: START });
    await hub.start();
    await hub.ready();
    hub.mark("3000", "ETHUSDC");
    await hub.live(1_500);
    const { events } = follow();
    const first = Object.fromEntries(
      hub.data.state("ALL", ALL).map(({ event, json }) => [event, JSON.parse(json)]),
    );
    expect(first["stats"].results.map((row: { symbol: string }) => row.symbol)).toEqual([
      "BTCUSDC",
      "ETHUSDC",
    ]);
    expect(first["mark"]).toEqual({
      marks: { BTCUSDC: "100.5", ETHUSDC: "3000" },
      ts: hub.venue.market("ETHUSDC").mark?.at,
      src: "oracle",
    });
    expect(first["tape"]).toEqual({ trades_24h: 2, trades_today: 2 });
    const before = events.length;
    await hub.live(3_000);
    expect(events.slice(before)).toEqual([]);
    hub.venue.trade("ETHUSDC", { price: "3", size: "1", at: START });
    await hub.live(1_200);
    expect(parsed(events.filter(({ event }) => event === "tape"))).toEqual([
      { trades_24h: 3, trades_today: 3 },
    ]);
  });

  test("costs the venue one read of the stats for all markets, whoever follows", async () => {
    await hub.start();
    await hub.ready();
    follow();
    hub.follow(["stats", "mark"]);
    hub.follow(["stats", "mark"], "ETHUSDC");
    const reads = () => hub.venue.requests.filter((path) => path === "/v1/markets/stats").length;
    const before = reads();
    await hub.live(5_000);
    expect(reads() - before).toBeLessThanOrEqual(11);
    expect(reads() - before).toBeGreaterThanOrEqual(9);
  });

  test("sends no event for a mark that is confirmed at the same price", async () => {
    await hub.start();
    await hub.ready();
    const { events } = follow(["mark"]);
    events.length = 0;
    hub.mark("100.5");
    await hub.live(1_200);
    expect(events).toEqual([]);
    hub.mark("100.6");
    await hub.live(1_200);
    expect(parsed(events)).toMatchObject([{ marks: { BTCUSDC: "100.6" } }]);
    expect(parsed(events)[0].ts).toBe(hub.venue.market("BTCUSDC").mark?.at);
  });

  test("names the external feed, `oracle` when that was silent for 3 s, and the feed again when it is back", async () => {
    await startWithOracle();
    const { events } = follow(["mark"]);
    await liveWithFeed(3);
    const sources = () => parsed(events).map(({ src }) => src);
    expect(sources()).toEqual(["pyth"]);
    await hub.live(1_500);
    expect(sources()).toEqual(["pyth"]);
    await hub.live(3_000);
    expect(sources()).toEqual(["pyth", "oracle"]);
    await liveWithFeed(2);
    expect(sources()).toEqual(["pyth", "oracle", "pyth"]);
    prices = { src: null, ts: hub.timers.now(), prices: {} };
    await hub.live(1_500);
    expect(sources()).toEqual(["pyth", "oracle", "pyth", "oracle"]);
  });

  test("keeps the marks under the name `oracle` when the oracle process does not answer", async () => {
    await startWithOracle();
    prices = undefined;
    const { events } = follow(["mark"]);
    await hub.live(500);
    expect(parsed(events)).toMatchObject([{ marks: { BTCUSDC: "100.5" }, src: "oracle" }]);
    expect(hub.failures).toContain("oracle");
    prices = { src: "pyth", ts: hub.timers.now(), prices: {} };
    await liveWithFeed(3);
    expect(parsed(events).at(-1)).toMatchObject({ src: "pyth" });
  });

  test("polls the oracle only while it has subscribers, and 30 s longer; then its source is unknown", async () => {
    await startWithOracle();
    await hub.live(2_000);
    expect(requestCount).toBe(0);
    const { stop } = follow();
    await hub.live(3_000);
    expect(requestCount).toBeGreaterThanOrEqual(3);
    stop();
    await hub.live(30_500);
    const after = requestCount;
    await hub.live(2_000);
    expect(requestCount).toBe(after);
    expect(hub.data.state("ALL", ["mark"])).toEqual([]);
  });

  test("starts when the first market is known, and sends no events of single markets", async () => {
    await hub.start();
    await hub.ready();
    expect(hub.data.knows("ALL")).toBe(true);
    const { events } = hub.follow(["bbo", "trades", "block", "kline:1s"], "ALL");
    await hub.live(1_500);
    expect(events).toEqual([]);
  });
});
