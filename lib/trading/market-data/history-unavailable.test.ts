/** The oracle process, or its history, is unavailable when the app starts. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart, KLINE_INTERVALS } from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";
import { fromBar } from "./candles/bar-head.ts";
import { combineBars } from "./candles/roll-up.ts";
import { AHEAD, parsed, START, TestHub } from "./market-hub.testing.ts";

const FIRST = barStart("1m", START + AHEAD);
const MINUTES = 200;

let hub: TestHub;
let isAway: boolean;

beforeEach(async () => {
  hub = await TestHub.open(["BTCUSDC"]);
  isAway = true;
  hub.venue.failPath = (url) => (isAway && url.pathname === "/v1/history" ? 503 : undefined);
  hub.venue.history = Array.from({ length: MINUTES + 10 }, (_, index) => {
    const open = String(90 + (index % 5));
    const start = FIRST + (index - MINUTES) * MINUTE_MS;
    return { start, open, high: "97", low: "80", close: open, volume: "0" };
  });
  hub.venue.trade("BTCUSDC", { price: "90", size: "3", at: FIRST - 5 * MINUTE_MS });
});

afterEach(() => hub.close());

/** Seconds with a mark that moves between 100 and 106. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    hub.mark(String(100 + (second % 7)));
    await hub.live(1_000);
  }
}

const read = (interval: Bar["interval"]) =>
  hub.data.bars({ market: "BTCUSDC", interval, startAt: 0, limit: 1_500 });

test("bars begin after 30 s without a history, and their past is stored behind them when the history is back", async () => {
  hub.mark("100");
  await hub.start({ history: true });
  const before = ["the history of BTCUSDC is not complete yet"];
  await seconds(5);
  expect(await hub.data.obstacles()).toEqual(before);
  await seconds(40);
  expect(await hub.data.obstacles()).toEqual([]);
  const { events } = hub.follow(KLINE_INTERVALS.map((interval) => `kline:${interval}` as const));
  await seconds(10);
  expect((await read("1m"))[0]!.start).toBeGreaterThanOrEqual(FIRST);
  isAway = false;
  await seconds(75);

  const minutes = await read("1m");
  const live = minutes.findIndex((bar) => bar.open.startsWith("10"));
  expect(live).toBeGreaterThanOrEqual(MINUTES);
  expect(minutes[0]!.start).toBe(FIRST - MINUTES * MINUTE_MS);
  expect(minutes.slice(0, live).every((bar) => bar.high === "97")).toBe(true);
  for (const [index, bar] of minutes.slice(1).entries()) {
    expect(bar.start).toBe(minutes[index]!.start + MINUTE_MS);
  }
  const published: Bar[] = parsed(events).filter((bar: Bar) => bar.closed);
  for (const interval of ["1s", "1m"] as const) {
    const bars = new Map((await read(interval)).map((bar) => [bar.start, bar]));
    const own = published.filter((bar) => bar.interval === interval);
    expect(own.length).toBeGreaterThan(0);
    expect(own.map((bar) => bars.get(bar.start))).toEqual(own);
  }
  for (const interval of ["15m", "1h", "4h", "1d"] as const) {
    const open = (await read(interval)).at(-1)!;
    const parts = minutes.filter((bar) => bar.start >= open.start).map(fromBar);
    expect(fromBar(open)).toEqual(combineBars(open.start, parts));
  }
  expect(minutes.reduce((sum, bar) => sum + bar.trades, 0)).toBe(1);
});

test("a market is ready with its first day, and the days before wait until they may be stored", async () => {
  isAway = false;
  const days = 3;
  hub.venue.history = Array.from({ length: days * 1_440 }, (_, index) => {
    const start = FIRST + (index - days * 1_440) * MINUTE_MS;
    return { start, open: "90", high: "97", low: "80", close: "90", volume: "0" };
  });
  const allowed = Promise.withResolvers<void>();
  await hub.start({ history: true, whenPast: () => allowed.promise });
  await hub.ready();
  const oldest = async () =>
    (await hub.data.bars({ market: "BTCUSDC", interval: "1m", startAt: 0, limit: 1 }))[0]?.start;
  const firstDay = barStart("1d", FIRST - 1_440 * MINUTE_MS);
  await hub.live(1_000);
  expect(await oldest()).toBe(firstDay);
  allowed.resolve();
  await expect
    .poll(async () => {
      await hub.live(100);
      return oldest();
    })
    .toBe(FIRST - days * 1_440 * MINUTE_MS);
});
