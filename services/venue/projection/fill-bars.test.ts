/** Bars of fills say what the fills said, whatever the resolution they are read at. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { LISTINGS } from "#services/venue/engine/listings.ts";
import type { MarketState, TradeRow } from "#services/venue/engine/state.ts";
import { MarketHistory } from "./market-history.ts";

const listing = LISTINGS[0]!;
const scale = marketScale(listing);
const market = { listing, scale } as MarketState;
const START = 1_800_000_000_000 - (1_800_000_000_000 % 86_400_000);
const DAY = 86_400_000;

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

test("each bar is first, highest, lowest, last and sum of exactly the fills of its time", () => {
  fc.assert(
    fc.property(anyFills, fc.constantFrom(1, 60, 300, 420, 3_600, 86_400), (fills, resolution) => {
      const { history, trades } = historyOf(fills);
      const length = resolution * 1_000;
      const expected = Map.groupBy(trades, (trade) => Math.floor(trade.time / length) * length);
      const bars = history.bars(resolution, START - DAY, START + 30 * DAY);
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

test("a range holds the bars that begin in it, the latest 1,500 of more", () => {
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

test("bars older than 30 days are forgotten, younger ones are kept", () => {
  const { history } = historyOf(
    Array.from({ length: 40 }, () => ({ wait: DAY, ticks: 5, lots: 1 })),
  );
  const bars = history.bars(86_400, 0, START + 100 * DAY);
  expect(bars.length).toBeGreaterThanOrEqual(30);
  expect(bars.length).toBeLessThanOrEqual(32);
  expect(bars.at(-1)?.time).toBe(START + 40 * DAY);
});
