import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { soleLeader } from "#lib/platform/db/leadership.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import type { VenueClient } from "#lib/trading/venue-client/client.ts";
import { BarLedger } from "./candles/bar-ledger.ts";
import type { BarSeries } from "./candles/bar-series.ts";
import { MarketBars } from "./market-bars.ts";

import { TopicBoard } from "./market-topics.ts";

const market = "BTCUSDC";
const START = Date.UTC(2026, 2, 3, 10, 15, 12, 300);

let db: Database;
let down: boolean;
let timers: ManualTimers;
let series: BarSeries;
let bars: MarketBars;
let board: TopicBoard;
let published: Bar[];

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.$client.end());

beforeEach(async () => {
  await db.execute("TRUNCATE mark_bars, mark_bar_heads");
  down = false;
  published = [];
  timers = new ManualTimers(START);
  const unsteady = new Proxy(db, {
    get: (target, name) => {
      if (name === "execute" && down) return () => Promise.reject(new Error("down"));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const ledger = new BarLedger({
    db: unsteady,
    timers,
    leadership: soleLeader(),
    onFailure: () => {},
  });
  series = ledger.seriesOf(market);
  board = new TopicBoard();
  board.listen(new Set(["kline:1s"] as const), (events) => {
    published.push(...events.map((event): Bar => JSON.parse(event.json)));
  });
  const venue = { trades: async () => ({ results: [], next: null }) } as unknown as VenueClient;
  const backFill = async () => {};
  bars = new MarketBars({
    market,
    venue,
    series,
    board,
    venueNow: timers.now,
    backFill,
    hasNoMark: () => false,
  });
  await bars.keep(async () => {});
  mark("100");
  bars.announce(START);
  board.flush();
});

function mark(price: string): void {
  series.offerMark({ market, mark_price: price as Decimal, timestamp: timers.now() });
}

/** A second passes, with a mark in it. */
async function second(price: string): Promise<void> {
  await timers.advance(1_000);
  mark(price);
  bars.announce(timers.now());
  board.flush();
}

const stored = () => vi.waitFor(() => expect(series.waiting).toBe(0), { interval: 2 });
const order = () =>
  published.map((bar) => [Math.floor((bar.start - START) / 1_000) + 1, bar.closed]);

describe("the bars of a followed market", () => {
  test("announce an open bar after the closed one before it", async () => {
    await second("101");
    await stored();
    await second("102");
    await stored();
    expect(order()).toEqual([
      [0, false],
      [0, true],
      [1, false],
      [1, true],
      [2, false],
    ]);
    expect(published.at(-1)).toMatchObject({ open: "101", close: "102", closed: false });
  });

  test("continue open while the store is unavailable, and the closed ones follow in order, each once", async () => {
    down = true;
    for (const price of ["101", "102", "103", "104", "105"]) await second(price);
    expect(published.some((bar) => bar.closed)).toBe(false);
    expect(published.at(-1)).toMatchObject({ close: "105", closed: false });
    down = false;
    await vi.waitFor(
      async () => {
        await timers.advance(200);
        expect(series.waiting).toBe(0);
      },
      { interval: 2 },
    );
    const closed = published.filter((bar) => bar.closed);
    expect(closed.map((bar) => bar.close)).toEqual(["100", "101", "102", "103", "104"]);
    expect(closed).toEqual(
      (await series.range({ interval: "1s", startAt: 0, endAt: timers.now(), limit: 9 })).slice(
        0,
        5,
      ),
    );
  });
});
