/** A feed survives an unavailable venue, a broken row, and a changed list of markets. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { metrics } from "#lib/platform/metrics.ts";
import type { MarketTopic } from "#lib/protocol/market/market-data.ts";
import { AHEAD, parsed, TestHub } from "./market-hub.testing.ts";

let hub: TestHub;
beforeEach(async () => {
  hub = await TestHub.open();
});
afterEach(() => hub.close());

const EVERYTHING: MarketTopic[] = ["bbo", "orderbook", "stats", "mark", "trades", "block", "tape"];

function trade(symbol = "BTCUSDC"): number {
  return hub.venue.trade(symbol, { price: "100", size: "1", at: hub.timers.now() + AHEAD }).id;
}

describe("an unavailable venue", () => {
  test("leaves the last state; later only changes are sent, and missed trades arrive once", async () => {
    await hub.start();
    await hub.ready();
    const { events } = hub.follow(EVERYTHING);
    await hub.live(2_000);
    trade();
    await hub.live(2_000);
    const state = hub.data.state("BTCUSDC", EVERYTHING);
    expect(state.map(({ event }) => event).toSorted()).toEqual(
      EVERYTHING.filter((event) => event !== "trades").toSorted(),
    );
    events.length = 0;
    hub.venue.failWith = 503;
    await hub.live(20_000);
    expect(events).toEqual([]);
    expect(hub.data.state("BTCUSDC", EVERYTHING)).toEqual(state);
    const missed = [trade(), trade(), trade()];
    hub.venue.failWith = undefined;
    await hub.live(10_000);
    const published = parsed(events.filter(({ event }) => event === "trades")).flat();
    expect(published.map(({ id }) => id)).toEqual(missed);
    const others = new Set(events.map(({ event }) => event).filter((name) => name !== "trades"));
    // The row and the counter changed with the trades; book, best prices, mark and chain did not.
    expect([...others].toSorted()).toEqual(["stats", "tape"]);
  });

  test("is retried with growing pauses, at most ten seconds", async () => {
    await hub.start();
    await hub.ready();
    hub.venue.failWith = 503;
    await hub.live(20_000);
    const before = hub.venue.requests.length;
    await hub.live(20_000);
    // Stats, trades of two markets, clock, list, and nothing else: two or three tries each.
    expect(hub.venue.requests.length - before).toBeLessThanOrEqual(20);
    expect(new Set(hub.failures)).toEqual(new Set(["stats", "trades", "clock", "markets"]));
  });
});

test("one read that succeeds again wakes the others, so that nothing stays stale after the venue is back", async () => {
  await hub.start();
  await hub.ready();
  hub.follow(EVERYTHING);
  await hub.live(1_000);
  hub.venue.failWith = 503;
  await hub.live(25_000);
  hub.venue.failWith = undefined;
  hub.venue.requests.length = 0;
  for (let waited = 0; hub.venue.requests.length === 0 && waited < 10_000; waited += 100) {
    await hub.live(100);
  }
  await hub.live(300);
  const reads = ["bbo", "orderbook", "stats", "blocks", "trades", "markets"];
  const seen = reads.filter((name) => hub.venue.requests.some((path) => path.includes(name)));
  expect(seen).toEqual(reads);
});

describe("failures are isolated by market", () => {
  test("that make reads of one market fail do not stop another", async () => {
    await hub.start();
    await hub.ready();
    const isEth = (url: URL) => url.href.includes("ETHUSDC");
    hub.venue.failPath = (url) => (isEth(url) ? 500 : undefined);
    const { events } = hub.follow(["trades", "bbo", "mark"]);
    const other = hub.follow(["trades", "bbo", "mark"], "ETHUSDC");
    await hub.live(1_000);
    const id = trade();
    trade("ETHUSDC");
    hub.mark("101");
    hub.mark("3000", "ETHUSDC");
    await hub.live(2_000);
    expect(events.map(({ event }) => event).toSorted()).toEqual(["bbo", "mark", "trades"]);
    expect(parsed(events.filter(({ event }) => event === "trades"))[0][0].id).toBe(id);
    expect(other.events.map(({ event }) => event)).toEqual(["mark"]);
  });

  test("such as a broken row hide no other row, and are logged once", async () => {
    await hub.start();
    await hub.ready();
    const before = hub.failures.length;
    const { events } = hub.follow(["mark"]);
    hub.mark("not a number", "ETHUSDC");
    hub.mark("101");
    await hub.live(3_000);
    expect(parsed(events)).toMatchObject([{ mark_price: "101" }]);
    expect(hub.failures.slice(before)).toEqual(["stats"]);
  });
});

describe("the venue's list", () => {
  test("a market that appears is followed", async () => {
    await hub.start();
    await hub.ready();
    hub.venue.list("SOLUSDC");
    hub.mark("150", "SOLUSDC");
    await hub.live(11_000);
    expect(hub.data.knows("SOLUSDC")).toBe(true);
    expect(parsed(hub.data.state("SOLUSDC", ["mark"]))).toMatchObject([{ mark_price: "150" }]);
  });

  test("a delisted market is unknown and not polled; its streams continue when it is listed again", async () => {
    await hub.start();
    await hub.ready();
    hub.mark("3000", "ETHUSDC");
    const { events } = hub.follow(["mark", "bbo"], "ETHUSDC");
    await hub.live(1_000);
    const market = hub.venue.market("ETHUSDC");
    hub.venue.markets.delete("ETHUSDC");
    await hub.live(11_000);
    expect(hub.data.knows("ETHUSDC")).toBe(false);
    expect(() => hub.data.subscribe("ETHUSDC", new Set(["mark"]), () => {})).toThrow(
      "There is no market ETHUSDC.",
    );
    const countRequests = () =>
      hub.venue.requests.filter((path) => path.includes("ETHUSDC")).length;
    const before = countRequests();
    await hub.live(5_000);
    expect(countRequests()).toBe(before);
    events.length = 0;
    hub.venue.markets.set("ETHUSDC", market);
    hub.mark("3001", "ETHUSDC");
    await hub.live(11_500);
    expect(events.map(({ event }) => event).toSorted()).toEqual(["bbo", "mark"]);
  });
});

test("a stopped hub runs no poller", async () => {
  const running = async () => {
    const { values } = await metrics().pollersRunning.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await running();
  await hub.start();
  await hub.ready();
  hub.follow(["bbo", "orderbook", "block"]);
  hub.follow(["mark"], "ALL");
  await hub.live(500);
  expect(await running()).toBeGreaterThanOrEqual(before + 10);
  await hub.data.stop();
  expect(await running()).toBe(before);
});
