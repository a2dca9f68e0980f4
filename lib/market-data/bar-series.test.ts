import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#lib/db/client.ts";
import { testDatabase } from "#lib/db/testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { type Bar, KLINE_INTERVALS, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { Trade } from "#lib/protocol/orders.ts";
import { BarSeries } from "./bar-series.ts";
import { BarWriter } from "./bar-writer.ts";
import { ManualTimers } from "./testing.ts";

const market = "BTCUSDC";
/** Forty seconds before midnight: every interval rolls soon. */
const START = Date.UTC(2026, 2, 3, 23, 59, 20);

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  await db.$client.end();
});

function newSeries(onto: Database = db) {
  const timers = new ManualTimers(START);
  const writer = new BarWriter({ db: onto, timers, onFailure: () => {} });
  return { series: new BarSeries({ market, db, writer }), writer, timers };
}

const noFills = async () => [];

function tick(series: BarSeries, at: number): void {
  const tenths = 640_000 + ((at / 100) % 317);
  series.offerMark({ market, mark_price: `${tenths / 10}` as Decimal, timestamp: at });
}

function fillAt(at: number): Trade {
  const size = "0.015" as Decimal;
  return { id: at, market, price: size, side: "BUY", size, created_at: at, trade_type: "FILL" };
}

/** Lives through `[from, to)`: a mark every 1.1 s, a fill every 7 s, closing every second. */
function live(series: BarSeries, from: number, to: number): Bar[] {
  const closed: Bar[] = [];
  for (let at = from; at < to; at += 100) {
    if (at % 1_100 === 0) tick(series, at);
    if (at % 7_000 === 0) series.offerFills([fillAt(at)]);
    if (at % 1_000 === 0) closed.push(...series.advance(at));
  }
  closed.push(...series.advance(to));
  return closed;
}

const everything = { startAt: START - 86_400_000, endAt: START + 86_400_000, limit: 1_500 };

describe("the bars of a market are one series", () => {
  test("what is read equals what was announced as closed, then the open bar, without a hole", async () => {
    const { series, writer } = newSeries();
    await series.resume(START, noFills);
    const closed = live(series, START, START + 400_000);
    await writer.close();
    for (const interval of KLINE_INTERVALS) {
      const read = await series.range({ interval, ...everything });
      const announced = closed.filter((bar) => bar.interval === interval);
      expect(read).toEqual([...announced, series.openBar(interval)]);
      for (const [index, bar] of read.slice(1).entries()) {
        expect(bar.start - read[index]!.start).toBe(KLINE_SECONDS[interval] * 1_000);
      }
    }
  });

  test("a bar that has just closed is there before the database has it", async () => {
    const { series, timers } = newSeries({
      execute: () => Promise.reject(new Error("down")),
    } as unknown as Database);
    await series.resume(START, noFills);
    const closed = live(series, START, START + 200_000);
    await timers.advance(0);
    const read = await series.range({ interval: "1s", ...everything });
    expect(read.slice(0, -1)).toEqual(closed.filter((bar) => bar.interval === "1s"));
  });

  test("no bar is missing or doubled when it rolls while the database is being read", async () => {
    const { series } = newSeries();
    await series.resume(START, noFills);
    live(series, START, START + 30_000);
    const reads = [];
    for (let at = START + 30_000; at < START + 45_000; at += 1_000) {
      reads.push(series.range({ interval: "1s", ...everything }));
      live(series, at, at + 1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const read of await Promise.all(reads)) {
      expect(read.length).toBeGreaterThan(29);
      expect(new Set(read.map((bar) => bar.start)).size).toBe(read.length);
      expect(read.at(-1)!.start - read[0]!.start).toBe((read.length - 1) * 1_000);
    }
  });

  test.each([7, 45, 187])(
    "after a restart %i s in, every interval ends as if the app had not stopped",
    async (seconds) => {
      const middle = START + seconds * 1_000;
      const end = START + 330_000;
      const first = newSeries();
      await first.series.resume(START, noFills);
      const before = live(first.series, START, middle);
      await first.writer.close();

      const second = newSeries();
      await second.series.resume(middle, async (startAt) => {
        const opening = Math.ceil(startAt / 7_000) * 7_000;
        return opening < middle ? [fillAt(opening)] : [];
      });
      const after = live(second.series, middle, end);
      await second.writer.close();

      const whole = newSeries();
      await whole.series.resume(START - 1_000_000, noFills);
      const uninterrupted = live(whole.series, START, end);
      const byStart = (a: Bar, b: Bar) => a.interval.localeCompare(b.interval) || a.start - b.start;
      expect([...before, ...after].toSorted(byStart)).toEqual(uninterrupted.toSorted(byStart));
      for (const interval of KLINE_INTERVALS) {
        expect(second.series.openBar(interval)).toEqual(whole.series.openBar(interval));
      }
    },
  );

  test("time without the app and without a history is carried, and the bars say so", async () => {
    const first = newSeries();
    await first.series.resume(START, noFills);
    live(first.series, START, START + 90_000);
    await first.writer.close();
    const later = START + 6 * 3_600_000;
    const second = newSeries();
    await second.series.resume(later, noFills);
    tick(second.series, later + 200);
    second.series.advance(later + 1_000);
    for (const interval of ["1s", "1m", "1h"] as const) {
      const read = await second.series.range({
        interval,
        ...everything,
        startAt: later - 3_600_000,
      });
      for (const [index, bar] of read.slice(1).entries()) {
        expect(bar.start - read[index]!.start).toBe(KLINE_SECONDS[interval] * 1_000);
      }
      expect(read.slice(1, -2).every((bar) => bar.filled)).toBe(true);
    }
  });

  test("a page is the first bars from its start on; before the first bar there is nothing", async () => {
    const { series, writer } = newSeries();
    await series.resume(START, noFills);
    live(series, START, START + 100_000);
    await writer.close();
    const page = await series.range({ interval: "1s", startAt: 0, endAt: START * 2, limit: 40 });
    expect(page.map((bar) => bar.start)).toEqual(
      Array.from({ length: 40 }, (_, index) => page[0]!.start + index * 1_000),
    );
    expect(page[0]!.start).toBeGreaterThanOrEqual(START);
    const none = { interval: "1s", startAt: 0, endAt: START - 1, limit: 40 } as const;
    expect(await series.range(none)).toEqual([]);
  });
});
