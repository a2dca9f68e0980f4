import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { soleLeader } from "#lib/platform/db/leadership.ts";
import { metrics } from "#lib/platform/metrics.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { KLINE_INTERVALS, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { Bar, Trade } from "#lib/protocol/wire/market.ts";
import { fromBar } from "./bar-head.ts";
import { BarLedger } from "./bar-ledger.ts";
import type { BarSeries } from "./bar-series.ts";
import { insertBars, pruneSecondBars } from "./bar-store.ts";
import { rollUp } from "./roll-up.ts";

/** Each test has a market of its own in the database of this file. */
let market = "";
/** Forty seconds before midnight: every interval rolls soon. */
const START = Date.UTC(2026, 2, 3, 23, 59, 20);

let db: Database;
let markets = 0;
const newMarket = () => `M${(markets += 1)}USDC`;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  market = newMarket();
});
afterAll(async () => {
  await db.$client.end();
});

/** A series as in a process of its own. The bars that it publishes as closed are in `closed`. */
function newSeries(onto: Database = db) {
  const timers = new ManualTimers(START);
  const failures: unknown[] = [];
  const ledger = new BarLedger({
    db: onto,
    timers,
    leadership: soleLeader(),
    onFailure: (thrown) => failures.push(thrown),
  });
  const series = ledger.seriesOf(market);
  const closed: Bar[] = [];
  series.onStored((bars) => closed.push(...bars));
  return { series, ledger, timers, closed, failures };
}

async function resume(
  series: BarSeries,
  now: number,
  fillsSince: (startAt: number) => Promise<Trade[]> = noFills,
): Promise<void> {
  const found = await series.findHead(now, async () => {});
  await series.resume(found?.head, fillsSince);
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
function live(series: BarSeries, from: number, to: number): void {
  for (let at = from; at < to; at += 100) {
    if (at % 1_100 === 0) tick(series, at);
    if (at % 7_000 === 0) series.offerFills([fillAt(at)]);
    if (at % 1_000 === 0) series.advance(at);
  }
  series.advance(to);
}

const everything = { startAt: START - 86_400_000, endAt: START + 86_400_000, limit: 1_500 };

/** A database that refuses steps while `down` is set. */
function unsteady(): { onto: Database; state: { down: boolean } } {
  const state = { down: false };
  const onto = new Proxy(db, {
    get: (target, name) => {
      if (name === "execute" && state.down) return () => Promise.reject(new Error("down"));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { onto, state };
}

const ofAnyMarket = (bar: Bar) => ({ ...bar, market: "" });

const ofInterval = (bars: readonly Bar[], interval: Bar["interval"]) =>
  bars.filter((bar) => bar.interval === interval);

describe("the bars of a market are one series", () => {
  test("bars that are read equal those announced as closed, then the open bar, without a gap", async () => {
    const { series, ledger, closed } = newSeries();
    await resume(series, START);
    live(series, START, START + 400_000);
    await ledger.close();
    for (const interval of KLINE_INTERVALS) {
      const read = await series.range({ interval, ...everything });
      expect(read).toEqual([...ofInterval(closed, interval), series.openBar(interval)]);
      for (const [index, bar] of read.slice(1).entries()) {
        expect(bar.start - read[index]!.start).toBe(KLINE_SECONDS[interval] * 1_000);
      }
    }
  });

  test("a bar is announced once it is stored; until then it is read as open, and nothing behind it", async () => {
    const { onto, state } = unsteady();
    const { series, timers, closed, failures } = newSeries(onto);
    await resume(series, START);
    live(series, START, START + 20_000);
    await vi.waitFor(() => expect(series.waiting).toBe(0));
    const published = ofInterval(closed, "1s").length;
    state.down = true;
    live(series, START + 20_000, START + 60_000);
    await vi.waitFor(() => expect(failures).not.toEqual([]));
    await vi.waitFor(async () => {
      const { values } = await metrics().barsWaiting.get();
      expect(values[0]!.value).toBe(series.waiting);
    });
    expect(series.waiting).toBeGreaterThanOrEqual(40);
    state.down = false;
    const read = await series.range({ interval: "1s", ...everything });
    state.down = true;
    expect(ofInterval(closed, "1s")).toHaveLength(published);
    expect(read.slice(0, -1)).toEqual(ofInterval(closed, "1s"));
    expect(read.at(-1)).toMatchObject({ start: START + 20_000, closed: false });
    expect(series.openSecond).toBe(START + 60_000);
    state.down = false;
    await vi.waitFor(async () => {
      await timers.advance(10_000);
      expect(series.waiting).toBe(0);
    });
    const starts = ofInterval(closed, "1s").map((bar) => bar.start);
    expect(starts.slice(1).every((start, index) => start === starts[index]! + 1_000)).toBe(true);
    const whole = await series.range({ interval: "1s", ...everything });
    expect(whole).toEqual([...ofInterval(closed, "1s"), series.openBar("1s")]);
  });

  test("more than an hour without the store ends the wait, and the bars go on from the store", async () => {
    const { onto, state } = unsteady();
    const { series, timers, failures } = newSeries(onto);
    await resume(series, START);
    live(series, START, START + 10_000);
    await vi.waitFor(() => expect(series.waiting).toBe(0));
    state.down = true;
    series.advance(START + 11_000);
    await vi.waitFor(() => expect(failures).not.toEqual([]));
    for (let second = 12; second < 5_000 && series.running; second += 1) {
      series.advance(START + second * 1_000);
    }
    expect([series.running, series.waiting]).toEqual([false, 0]);
    state.down = false;
    await timers.advance(10_000);
    await resume(series, START + 5_000_000);
    expect(series.openSecond).toBe(START + 10_000);
  });

  test("bars that another writer has stored do not change, are announced, and the bars go on from them", async () => {
    const { series, closed } = newSeries();
    await resume(series, START);
    live(series, START, START + 5_000);
    await vi.waitFor(() => expect(series.waiting).toBe(0));
    const foreign = { ...closed.at(-1)!, interval: "1s", start: START + 5_000 } as const;
    const prices = { open: "7", high: "9", low: "6", close: "8" } as Record<string, string>;
    await insertBars(db, [{ ...foreign, ...prices, filled: false } as Bar]);
    live(series, START + 5_000, START + 7_000);
    await vi.waitFor(() => expect(series.storedUntil).toBe(START + 7_000));
    const [published, next] = ofInterval(closed, "1s").slice(-2);
    expect(published).toMatchObject({ start: START + 5_000, ...prices });
    expect(next!.start).toBe(START + 6_000);
    const read = await series.range({ interval: "1s", ...everything });
    expect(read).toEqual([...ofInterval(closed, "1s"), series.openBar("1s")]);
    const minute = fromBar(series.openBar("1m")!);
    const seconds = read.filter((bar) => bar.start >= minute.start).map(fromBar);
    expect(rollUp("1m", seconds)).toEqual([minute]);
  });

  test("two writers of one market never both continue from the same second, and publish the same bars", async () => {
    const one = newSeries();
    const other = newSeries();
    await resume(one.series, START);
    await resume(other.series, START);
    for (let at = START; at < START + 90_000; at += 1_000) {
      for (const { series } of at % 3_000 === 0 ? [one, other] : [other, one]) {
        if (at % 2_000 === 0 || series === one.series) tick(series, at + 100);
        if (at % 7_000 === 0) series.offerFills([fillAt(at)]);
        series.advance(at + 1_000);
      }
      await vi.waitFor(() => expect([one.series.waiting, other.series.waiting]).toEqual([0, 0]), {
        interval: 2,
      });
    }
    await Promise.all([one.ledger.close(), other.ledger.close()]);
    for (const interval of ["1s", "1m"] as const) {
      const read = await one.series.range({ interval, ...everything });
      const stored = read.filter((bar) => bar.closed);
      expect(ofInterval(one.closed, interval)).toEqual(stored);
      expect(ofInterval(other.closed, interval)).toEqual(stored);
    }
    expect(one.series.head).toEqual(other.series.head);
  });

  test("no bar is missing or doubled when it rolls while the database is being read", async () => {
    const { series } = newSeries();
    await resume(series, START);
    live(series, START, START + 30_000);
    await vi.waitFor(() => expect(series.waiting).toBe(0));
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
      await resume(first.series, START);
      live(first.series, START, middle);
      await first.ledger.close();

      const second = newSeries();
      await resume(second.series, middle, async (startAt) => {
        const fills = [];
        for (let at = Math.ceil(startAt / 7_000) * 7_000; at < middle; at += 7_000) {
          if (at >= START) fills.push(fillAt(at));
        }
        return fills;
      });
      live(second.series, middle, end);
      await second.ledger.close();

      const published = [...first.closed, ...second.closed].map(ofAnyMarket);
      const open = KLINE_INTERVALS.map((interval) => second.series.openBar(interval));
      market = newMarket();
      const whole = newSeries();
      await resume(whole.series, START);
      live(whole.series, START, end);
      await whole.ledger.close();
      const byStart = (a: Bar, b: Bar) => a.interval.localeCompare(b.interval) || a.start - b.start;
      expect(published.toSorted(byStart)).toEqual(whole.closed.map(ofAnyMarket).toSorted(byStart));
      expect(open.map((bar) => ({ ...bar, market }))).toEqual(
        KLINE_INTERVALS.map((interval) => whole.series.openBar(interval)),
      );
    },
  );

  test.each([true, false])(
    "a fill that was read too late for its second is neither lost nor doubled by a restart; stored before it: %s",
    async (isStored) => {
      const { onto, state } = unsteady();
      const first = newSeries(onto);
      await resume(first.series, START);
      tick(first.series, START);
      live(first.series, START, START + 1_000);
      await vi.waitFor(() => expect(first.series.waiting).toBe(0));
      const known = first.closed.reduce((sum, bar) => sum + bar.trades, 0);
      const late = fillAt(START + 2_345);
      const unread = fillAt(START + 9_500);
      first.series.advance(START + 10_000);
      first.series.offerFills([late]);
      state.down = !isStored;
      first.series.advance(START + 11_000);
      await first.ledger.close();
      const second = newSeries();
      await resume(second.series, START + 12_000, async (startAt) =>
        [late, unread].filter((fill) => fill.created_at >= startAt),
      );
      second.series.advance(START + 13_000);
      await second.ledger.close();
      const seconds = ofInterval([...first.closed, ...second.closed], "1s");
      expect(seconds.reduce((sum, bar) => sum + bar.trades, 0)).toBe(known + 2);
    },
  );

  test("time without the app and without a history is carried, and the bars are marked as filled", async () => {
    const first = newSeries();
    await resume(first.series, START);
    live(first.series, START, START + 90_000);
    await first.ledger.close();
    const later = START + 6 * 3_600_000;
    const second = newSeries();
    await resume(second.series, later);
    tick(second.series, later + 200);
    second.series.advance(later + 1_000);
    await second.ledger.close();
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

  test("one-second bars before a time are deleted, and no others", async () => {
    const { series, ledger, closed } = newSeries();
    await resume(series, START);
    live(series, START, START + 100_000);
    await ledger.close();
    await pruneSecondBars(db, START + 60_000);
    const read = await Promise.all(
      (["1s", "1m"] as const).map((interval) =>
        series.range({ interval, ...everything, endAt: START + 90_000 }),
      ),
    );
    const stored = closed.filter((bar) => bar.start <= START + 90_000 && bar.closed);
    expect(read[0]).toEqual(ofInterval(stored, "1s").filter((bar) => bar.start >= START + 60_000));
    expect(read[1]!.slice(0, 1)).toEqual(ofInterval(stored, "1m").slice(0, 1));
  });

  test("pages forwards and backwards, whatever their size, are the whole series", async () => {
    const { series, ledger } = newSeries();
    await resume(series, START);
    live(series, START, START + 100_000);
    await ledger.close();
    // A gap: bars that were never stored are carried.
    const hole = sql`start BETWEEN ${START + 30_000} AND ${START + 40_000}`;
    await db.execute(
      sql`DELETE FROM mark_bars WHERE market = ${market} AND interval = '1s' AND ${hole}`,
    );
    const fresh = newSeries();
    await resume(fresh.series, START + 100_000);
    const whole = await fresh.series.range({ interval: "1s", ...everything });
    expect(whole).toHaveLength(100_000 / 1_000 + 1 - (whole[0]!.start - START) / 1_000);
    for (const limit of [1, 7, 40, 1_500]) {
      const forwards: Bar[] = [];
      let page = await fresh.series.range({ ...everything, interval: "1s", limit });
      while (page.length > 0) {
        forwards.push(...page);
        const startAt = page.at(-1)!.start + 1_000;
        page = await fresh.series.range({ ...everything, interval: "1s", startAt, limit });
      }
      expect(forwards).toEqual(whole);
      const backwards: Bar[] = [];
      let endAt = START + 100_000;
      do {
        const startAt = endAt - (endAt % 1_000) - (limit - 1) * 1_000;
        page = await fresh.series.range({ interval: "1s", startAt, endAt, limit });
        backwards.unshift(...page);
        endAt = (page[0]?.start ?? 0) - 1;
      } while (page.length > 0);
      expect(backwards).toEqual(whole);
    }
  });

  test("a cached page continues with the bars stored after it, however many", async () => {
    const { series } = newSeries();
    await resume(series, START);
    const range = { interval: "1s", ...everything } as const;
    for (const seconds of [10, 5, 200, 3]) {
      const from = series.openSecond ?? START;
      live(series, from, from + seconds * 1_000);
      await vi.waitFor(() => expect(series.waiting).toBe(0));
      const stored = await series.range(range);
      const fresh = newSeries();
      await resume(fresh.series, from + seconds * 1_000);
      expect(stored.slice(0, -1)).toEqual((await fresh.series.range(range)).slice(0, -1));
      expect(stored.at(-1)!.start).toBe(from + seconds * 1_000);
    }
  });

  test("a page is the first bars from its start on; before the first bar there is nothing", async () => {
    const { series, ledger } = newSeries();
    await resume(series, START);
    live(series, START, START + 100_000);
    await ledger.close();
    const page = await series.range({ interval: "1s", startAt: 0, endAt: START * 2, limit: 40 });
    expect(page.map((bar) => bar.start)).toEqual(
      Array.from({ length: 40 }, (_, index) => page[0]!.start + index * 1_000),
    );
    expect(page[0]!.start).toBeGreaterThanOrEqual(START);
    const none = { interval: "1s", startAt: 0, endAt: START - 1, limit: 40 } as const;
    expect(await series.range(none)).toEqual([]);
  });
});
