import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { barStart, KLINE_INTERVALS, KLINE_SECONDS } from "#lib/protocol/kline.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import { markBars } from "#lib/trading/schema/market-data.ts";
import { backFill, fillPast } from "./back-fill.ts";
import { BarBuilder } from "./bar-builder.ts";
import { fromBar, openSecondOf, type ScaledBar, scaleForBar, toBar } from "./bar-head.ts";
import { readHead, storeSteps } from "./bar-step.ts";
import { insertBars, readBars } from "./bar-store.ts";
import type { OracleHistory } from "./oracle-history.ts";
import { rollUp } from "./roll-up.ts";

const market = "BTCUSDC";
const NOW = Date.UTC(2026, 2, 3, 7, 31, 20);
/** Minutes of a first back-fill: from the beginning of the day before. */
const FIRST_MINUTES = (barStart("1m", NOW) - Date.UTC(2026, 2, 2)) / MINUTE_MS;

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  await db.$client.end();
});

/** A history of `minutes` bars before NOW, in pages of 1,000, without the minutes in `holes`. */
function historyOf(minutes: number, holes: ReadonlySet<number> = new Set()): OracleHistory {
  const end = barStart("1m", NOW);
  const bars: ScaledBar[] = [];
  for (let start = end - minutes * MINUTE_MS; start < end; start += MINUTE_MS) {
    const at = BigInt((start / MINUTE_MS) % 977);
    const open = scaleForBar("60000.5")! + at * 10n ** 11n;
    const prices = { open, high: open + 7n, low: open - 3n, close: open + 2n };
    if (!holes.has(start)) bars.push({ start, ...prices, volume: 0n, trades: 0, filled: false });
  }
  return {
    page: async ({ startAt, endAt }) =>
      bars.filter((bar) => bar.start >= startAt && bar.start < endAt).slice(0, 1_000),
    close: () => {},
  };
}

const noFills = async () => [];

function fillAt(id: number, created_at: number, size: string): Trade {
  const price = "60000.5" as Decimal;
  const base = { id, market, price, side: "BUY", trade_type: "FILL" } as const;
  return { ...base, size: size as Decimal, created_at };
}

async function all(interval: (typeof KLINE_INTERVALS)[number]): Promise<ScaledBar[]> {
  const range = { from: 0, to: NOW, limit: 100_000 };
  return (await readBars(db, { market, interval }, range)).map(fromBar);
}

describe("back-fill", () => {
  test("stores every minute and higher bars that are their roll-up; a second run changes nothing", async () => {
    const history = historyOf(3_000);
    expect(await backFill({ db, history, fills: noFills }, market, NOW)).toBe(FIRST_MINUTES);
    const minutes = await all("1m");
    expect(minutes).toHaveLength(FIRST_MINUTES);
    for (const interval of KLINE_INTERVALS) {
      const lengthMs = KLINE_SECONDS[interval] * 1_000;
      if (lengthMs <= MINUTE_MS) continue;
      const whole = rollUp(interval, minutes).filter(
        (bar) => bar.start + lengthMs <= barStart("1m", NOW),
      );
      expect(await all(interval)).toEqual(whole);
    }
    const before = await db.select().from(markBars);
    expect(await backFill({ db, history, fills: noFills }, market, NOW)).toBe(0);
    expect(await db.select().from(markBars)).toEqual(before);
  });

  test("continues from the last stored minute, with the hours and days that were begun before", async () => {
    await backFill({ db, history: historyOf(3_000), fills: noFills }, market, NOW - 95 * MINUTE_MS);
    expect(await backFill({ db, history: historyOf(3_000), fills: noFills }, market, NOW)).toBe(95);
    const minutes = await all("1m");
    for (const interval of ["5m", "1h", "4h", "1d"] as const) {
      const lengthMs = KLINE_SECONDS[interval] * 1_000;
      const whole = rollUp(interval, minutes).filter(
        (bar) => bar.start + lengthMs <= barStart("1m", NOW),
      );
      expect(await all(interval)).toEqual(whole);
    }
  });

  test("a minute that the history lacks is carried and marked as filled", async () => {
    const hole = barStart("1m", NOW) - 10 * MINUTE_MS;
    await backFill({ db, history: historyOf(60, new Set([hole])), fills: noFills }, market, NOW);
    const minutes = await all("1m");
    expect(minutes).toHaveLength(60);
    const carried = minutes.find((bar) => bar.start === hole)!;
    expect(carried).toMatchObject({ filled: true, trades: 0, volume: 0n });
    expect(carried.open).toBe(minutes.find((bar) => bar.start === hole - MINUTE_MS)!.close);
  });

  test("a bar that was built live is never changed", async () => {
    const start = barStart("1m", NOW) - 5 * MINUTE_MS;
    const one = scaleForBar("1")!;
    const prices = { open: one, high: one, low: one, close: one, volume: one };
    const live = { start, ...prices, trades: 9, filled: false };
    await insertBars(db, [toBar({ market, interval: "1m", closed: true }, live)]);
    await backFill({ db, history: historyOf(600), fills: noFills }, market, NOW);
    expect((await all("1m")).find((bar) => bar.start === start)).toMatchObject({ trades: 9 });
  });

  test("a history that fails stores nothing, and the next run begins again", async () => {
    const broken: OracleHistory = {
      page: () => Promise.reject(new Error("refused")),
      close: () => {},
    };
    await expect(backFill({ db, history: broken, fills: noFills }, market, NOW)).rejects.toThrow(
      "refused",
    );
    expect(await all("1m")).toEqual([]);
  });

  test("counts the fills of the missing minutes, a minute without a mark included, and no others", async () => {
    const end = barStart("1m", NOW);
    const hole = end - 3 * MINUTE_MS;
    const fills = [
      fillAt(1, end - 5 * MINUTE_MS, "0.5"),
      fillAt(2, end - 5 * MINUTE_MS + 59_999, "0.25"),
      fillAt(3, hole + 1, "2"),
      fillAt(4, end + 1, "9"),
    ];
    const source = { db, history: historyOf(10, new Set([hole])), fills: async () => fills };
    await backFill(source, market, NOW);
    const minutes = await all("1m");
    const counted = minutes.filter((bar) => bar.trades > 0);
    expect(counted.map(({ start, volume, trades }) => [start, volume, trades])).toEqual([
      [end - 5 * MINUTE_MS, scaleForBar("0.75"), 2],
      [hole, scaleForBar("2"), 1],
    ]);
    const fives = rollUp("5m", minutes).filter((bar) => bar.start + 5 * MINUTE_MS <= end);
    expect(await all("5m")).toEqual(fives);
  });

  test("two replicas that fill at once store every bar once, and the same", async () => {
    const fills = [fillAt(1, barStart("1m", NOW) - 5 * MINUTE_MS, "0.5")];
    const source = { db, history: historyOf(5_000), fills: async () => fills };
    const stored = await Promise.all([
      backFill(source, market, NOW),
      backFill(source, market, NOW),
    ]);
    expect(Math.max(...stored)).toBeLessThanOrEqual(FIRST_MINUTES);
    expect(await backFill(source, market, NOW)).toBe(0);
    const minutes = await all("1m");
    expect(minutes).toHaveLength(FIRST_MINUTES);
    expect(minutes.reduce((sum, bar) => sum + bar.trades, 0)).toBe(1);
    expect(openSecondOf((await readHead(db, market))!)).toBe(barStart("1m", NOW));
  });

  test("a minute that was begun live keeps what it had, and gains the rest of its range and volume", async () => {
    const begun = barStart("1m", NOW) - 3 * MINUTE_MS;
    const builder = new BarBuilder(market);
    const mark = (at: number, price: string) =>
      builder.offer({ kind: "mark", at, price: scaleForBar(price)! });
    const fill = (id: number, at: number) =>
      builder.offer({ kind: "fill", id, at, size: scaleForBar("1")! });
    mark(begun - 2 * MINUTE_MS, "50000");
    fill(1, begun - MINUTE_MS);
    mark(begun + 5_000, "70000");
    fill(2, begun + 6_000);
    const { bars, head } = builder.advance(begun + 20_000)!;
    await storeSteps(db, [{ market, from: undefined, head, bars }]);
    const fills = [
      fillAt(2, begun + 6_000, "1"),
      fillAt(3, begun + 6_500, "1"),
      fillAt(4, begun + 50_000, "1"),
      fillAt(5, begun + MINUTE_MS + 1, "1"),
      fillAt(6, NOW, "1"),
    ];
    await backFill({ db, history: historyOf(60), fills: async () => fills }, market, NOW);
    const [minute, next] = (await all("1m")).filter((bar) => bar.start >= begun);
    expect(minute).toMatchObject({
      open: scaleForBar("50000"),
      high: scaleForBar("70000"),
      trades: 3,
    });
    expect(next).toMatchObject({ trades: 1, volume: scaleForBar("1") });
    const after = await readHead(db, market);
    expect(after).toMatchObject({ fillId: 5 });
    const day = after!.openBars["1d"];
    expect([day.trades, day.high]).toEqual([5, scaleForBar("70000")]);
    const fives = rollUp("5m", await all("1m"));
    expect(await all("5m")).toEqual(fives.slice(0, (await all("5m")).length));
  });
});

describe("the past before the first bars", () => {
  const end = () => barStart("1m", NOW) - FIRST_MINUTES * MINUTE_MS;
  const hole = Date.UTC(2026, 1, 28);
  const fills = [
    fillAt(1, end() - 4_000 * MINUTE_MS, "0.5"),
    fillAt(2, end() - MINUTE_MS, "1"),
    // Made before an earlier one was: it counts where the tape has it.
    fillAt(3, end() - 4_000 * MINUTE_MS, "2"),
    fillAt(4, end() + MINUTE_MS, "9"),
  ];
  const source = () => ({
    db,
    history: historyOf(FIRST_MINUTES + 5_000, new Set([hole, hole + MINUTE_MS])),
    fills: async (startAt: number) => fills.filter((fill) => fill.created_at >= startAt),
  });
  const oldest = async () => (await all("1m"))[0]?.start;

  async function expectWhole(): Promise<void> {
    const minutes = await all("1m");
    for (const [index, bar] of minutes.slice(1).entries()) {
      expect(bar.start).toBe((minutes[index]?.start ?? 0) + MINUTE_MS);
    }
    for (const interval of ["5m", "15m", "1h", "4h", "1d"] as const) {
      const lengthMs = KLINE_SECONDS[interval] * 1_000;
      const whole = rollUp(interval, minutes).filter(
        (bar) => bar.start + lengthMs <= barStart("1m", NOW),
      );
      expect(await all(interval)).toEqual(whole);
    }
  }

  test("is stored day by day, the newest first, with every bar as if it had been stored at once", async () => {
    await backFill(source(), market, NOW);
    const days = fillPast(source(), market, { now: NOW, end: end() });
    for (let day = 1; day <= 3; day += 1) {
      expect((await days.next()).value).toMatchObject({ bars: 1_440 });
      expect(await oldest()).toBe(end() - day * 1_440 * MINUTE_MS);
      await expectWhole();
    }
    expect((await days.next()).value).toMatchObject({ bars: 5_000 - 3 * 1_440 });
    expect(await days.next()).toMatchObject({ done: true });
    expect(await all("1m")).toHaveLength(FIRST_MINUTES + 5_000);
    const counted = (await all("1m")).filter((bar) => bar.trades > 0);
    expect(counted.map(({ start, trades, volume }) => [start, trades, volume])).toEqual([
      [end() - 4_000 * MINUTE_MS, 1, scaleForBar("0.5")],
      [end() - MINUTE_MS, 2, scaleForBar("3")],
      [end() + MINUTE_MS, 1, scaleForBar("9")],
    ]);
    expect((await all("1m")).filter(({ filled }) => filled).map(({ start }) => start)).toEqual([
      hole,
      hole + MINUTE_MS,
    ]);
  });

  test("goes on where an earlier run stopped, and stores nothing twice", async () => {
    await backFill(source(), market, NOW);
    await fillPast(source(), market, { now: NOW, end: end() }).next();
    const from = (await oldest()) ?? 0;
    const rest = fillPast(source(), market, { now: NOW, end: from });
    expect((await rest.next()).value).toMatchObject({ bars: 1_440 });
    for await (const _ of rest);
    await expectWhole();
    expect(await oldest()).toBe(end() - 5_000 * MINUTE_MS);
    const before = await db.select().from(markBars);
    const again = fillPast(source(), market, { now: NOW, end: end() - 5_000 * MINUTE_MS });
    expect(await again.next()).toMatchObject({ done: true });
    expect(await db.select().from(markBars)).toEqual(before);
  });

  test("is not asked for beyond 30 days", async () => {
    const now = barStart("1m", NOW);
    const requested: number[] = [];
    const history = historyOf(10);
    const watched: OracleHistory = {
      ...history,
      page: (range) => {
        requested.push(range.startAt);
        return history.page(range);
      },
    };
    const from = now - 30 * 86_400_000;
    for (const oldestBar of [from, from + MINUTE_MS]) {
      await fillPast({ ...source(), history: watched }, market, { now, end: oldestBar }).next();
    }
    expect(requested).toEqual([from]);
  });
});
