/** Totals are the plain sums of the trades, and stay small. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { TradeTotals } from "./trade-totals.ts";

const START = 1_800_000_000_000 - (1_800_000_000_000 % HOUR_MS);

const anyTrades = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 9 * HOUR_MS }), volume: fc.bigInt(1n, 10n ** 15n) }),
  { maxLength: 80 },
);

function totalsOf(trades: { wait: number; volume: bigint }[]) {
  const totals = new TradeTotals({ volume: 0n, trades: 0, hours: [] });
  let time = START;
  const made = trades.map(({ wait, volume }) => {
    time += wait;
    totals.add(time, volume);
    return { time, volume };
  });
  return { totals, made, end: time };
}

const sum = (trades: { volume: bigint }[]) => ({
  volume: trades.reduce((total, { volume }) => total + volume, 0n),
  trades: trades.length,
});

test("a week is the sum of its hours, and the total is the sum of all trades, at any time", () => {
  fc.assert(
    fc.property(anyTrades, fc.integer({ min: 0, max: 300 * HOUR_MS }), (trades, later) => {
      const { totals, made, end } = totalsOf(trades);
      const now = end + later;
      const since = now - 7 * 24 * HOUR_MS;
      const week = made.filter(({ time }) => time - (time % HOUR_MS) >= since);
      expect(totals.week(now)).toEqual(sum(week));
      expect(totals.ever()).toEqual(sum(made));
    }),
  );
});

test("only the hours of a week are kept", () => {
  const { totals } = totalsOf(Array.from({ length: 2_000 }, () => ({ wait: HOUR_MS, volume: 1n })));
  expect(totals.rows().hours).toHaveLength(169);
  expect(totals.ever()).toEqual({ volume: 2_000n, trades: 2_000 });
});
