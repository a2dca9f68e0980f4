/** Bars of fills agree with the fills at every resolution. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { TradeRow } from "#services/venue/engine/events.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { MarketState } from "#services/venue/engine/market-state.ts";
import { addFill, barRecord, type FillBar } from "./fill-bars.ts";
import { MarketHistory } from "./market-history.ts";

const listing = LISTINGS[0]!;
const scale = marketScale(listing);
const market = { listing, scale } as MarketState;
const START = 1_800_000_000_000 - (1_800_000_000_000 % 86_400_000);

function historyOf(fills: { wait: number; ticks: number; lots: number }[]) {
  const history = new MarketHistory(scale);
  const trades: TradeRow[] = [];
  let time = START;
  for (const [index, { wait, ticks, lots }] of fills.entries()) {
    time += wait;
    const trade: TradeRow = { id: index + 1, ticks, lots, takerSide: "BUY", time, type: "FILL" };
    trades.push(trade);
    history.trade(market, trade);
  }
  return { history, trades };
}

const anyFills = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: 400_000 }),
    ticks: fc.integer({ min: 1, max: 900_000 }),
    lots: fc.integer({ min: 1, max: 100_000 }),
  }),
  { maxLength: 120 },
);

test("each bar has first, highest, lowest, last and sum of exactly the fills of its time", () => {
  fc.assert(
    fc.property(anyFills, fc.constantFrom(1, 60, 300, 420, 3_600, 86_400), (fills, resolution) => {
      const { history, trades } = historyOf(fills);
      const length = resolution * 1_000;
      const expected = Map.groupBy(trades, (trade) => Math.floor(trade.time / length) * length);
      const bars = history.bars(resolution, START - DAY_MS, START + 30 * DAY_MS);
      expect(bars.map((bar) => bar.time)).toEqual([...expected.keys()]);
      for (const bar of bars) {
        const inside = expected.get(bar.time)!;
        const ticks = inside.map((trade) => trade.ticks);
        const prices = [ticks[0]!, Math.max(...ticks), Math.min(...ticks), ticks.at(-1)!];
        const read = [bar.open, bar.high, bar.low, bar.close].map((price) =>
          Number(parseDecimal(price, scale.priceDecimals)),
        );
        expect(read).toEqual(prices);
        const lots = inside.reduce((sum, trade) => sum + trade.lots, 0);
        expect(Number(parseDecimal(bar.volume, scale.sizeDecimals))).toBe(lots);
      }
    }),
  );
});

test("a range contains the bars that begin in it, at most the latest 1,500", () => {
  const { history } = historyOf(
    Array.from({ length: 2_000 }, () => ({ wait: 60_000, ticks: 5, lots: 1 })),
  );
  const minute = (index: number) => START + index * 60_000;
  const some = history.bars(60, minute(10) - 1, minute(12));
  expect(some.map((bar) => bar.time)).toEqual([minute(10), minute(11), minute(12)]);
  const many = history.bars(60, START, minute(5_000));
  expect([many.length, many[0]?.time, many.at(-1)?.time]).toEqual([
    1_500,
    minute(501),
    minute(2_000),
  ]);
  expect(() => history.bars(90, START, minute(5))).toThrow(/no bars of 90 seconds/);
});

test("bars older than 30 days are deleted, younger ones are kept", () => {
  const { history } = historyOf(
    Array.from({ length: 40 }, () => ({ wait: DAY_MS, ticks: 5, lots: 1 })),
  );
  const bars = history.bars(86_400, 0, START + 100 * DAY_MS);
  expect(bars.length).toBeGreaterThanOrEqual(30);
  expect(bars.length).toBeLessThanOrEqual(32);
  expect(bars.at(-1)?.time).toBe(START + 40 * DAY_MS);
});

type Range = { resolution: number; startAt: number; endAt: number };

/** The simple algorithm: goes through every fill and every bar of the range from its start, then takes the latest. */
function plainBars(history: MarketHistory, { resolution, startAt, endAt }: Range) {
  const { tape, bars: minutes } = history.rows();
  const length = resolution * 1_000;
  let source = minutes;
  if (resolution === 1) {
    const seconds: FillBar[] = [];
    for (const trade of tape.filter(({ time }) => time >= startAt)) addFill(seconds, trade, 1_000);
    const isCut = tape.length >= 20_000 && tape[0]!.time >= startAt;
    source = isCut ? seconds.slice(1) : seconds;
  }
  const bars: FillBar[] = [];
  for (const row of source) {
    const start = Math.floor(row.start / length) * length;
    if (row.start < Math.ceil(startAt / length) * length || start > endAt) continue;
    const last = bars.at(-1);
    if (last === undefined || last.start < start) bars.push({ ...row, start });
    else {
      last.high = Math.max(last.high, row.high);
      last.low = Math.min(last.low, row.low);
      last.close = row.close;
      last.lots += row.lots;
    }
  }
  return bars.slice(-1_500).map((bar) => barRecord(scale, bar));
}

/** Fills drawn from a seed, at most `pace` milliseconds apart. */
function manyFills(count: number, pace: number, seed: number) {
  let drawn = seed;
  const below = (limit: number) => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((drawn / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => ({
    wait: below(pace),
    ticks: 1 + below(900_000),
    lots: 1 + below(1_000),
  }));
}

test.each([
  { count: 3_000, pace: 4_000 },
  { count: 20_100, pace: 1_200 },
  { count: 26_000, pace: 90_000 },
])("$count fills read from the end give the same bars as all of them", (size) => {
  const { history, trades } = historyOf(manyFills(size.count, size.pace, 7));
  const span = trades.at(-1)!.time - START;
  const cut = history.rows().tape[0]!.time - START;
  const nearCut = fc.integer({ min: cut - 1_500, max: cut + 1_500 });
  const anyRange = fc.record({
    resolution: fc.constantFrom(1, 60, 300, 420, 3_600, 86_400),
    startAt: fc.oneof(fc.constant(0), nearCut, fc.integer({ min: -10, max: span + 10 })),
    endAt: fc.oneof(fc.constant(span + DAY_MS), nearCut, fc.integer({ min: -10, max: span + 10 })),
  });
  const check = fc.property(anyRange, ({ resolution, startAt, endAt }) => {
    const range = { resolution, startAt: startAt && START + startAt, endAt: START + endAt };
    const bars = history.bars(resolution, range.startAt, range.endAt);
    expect(bars).toEqual(plainBars(history, range));
  });
  fc.assert(check, { numRuns: 100 });
});

/** Counts how often a row was read. */
function counted<Row>(rows: Row[]): { rows: Row[]; reads: () => number } {
  let reads = 0;
  const get = (target: Row[], key: string | symbol): unknown => {
    if (typeof key === "string" && /^\d+$/.test(key)) reads += 1;
    return Reflect.get(target, key);
  };
  return { rows: new Proxy(rows, { get }), reads: () => reads };
}

test.each([1, 60])(
  "bars of %d seconds since the beginning of time read only the latest fills",
  (resolution) => {
    const { history, trades } = historyOf(
      Array.from({ length: 19_000 }, () => ({ wait: resolution * 1_000, ticks: 5, lots: 1 })),
    );
    const tape = counted(history.rows().tape);
    const bars = counted(history.rows().bars);
    const watched = new MarketHistory(scale, {
      ...history.rows(),
      tape: tape.rows,
      bars: bars.rows,
    });
    const end = trades.at(-1)!.time;
    for (const endAt of [end, end - 5_000 * resolution * 1_000]) {
      const before = tape.reads() + bars.reads();
      expect(watched.bars(resolution, 0, endAt)).toHaveLength(1_500);
      expect(tape.reads() + bars.reads() - before).toBeLessThan(1_600);
    }
  },
);
