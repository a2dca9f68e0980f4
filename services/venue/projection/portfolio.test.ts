import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import type { AccountFigures, Worth } from "./account-figures.ts";
import { beginningOf, portfolioOf } from "./portfolio.ts";

const NOW = 1_800_000_000_000 + 20 * 60_000;
const USDC = 1_000_000_000n;

const figures = (equity: bigint, deposits: bigint, insurance = 0n): AccountFigures => ({
  equity: equity * USDC,
  deposits: deposits * USDC,
  insurance: insurance * USDC,
  markets: [
    {
      market: 0,
      realizedPnl: (equity - deposits - insurance) * USDC,
      unrealizedPnl: 0n,
      funding: 0n,
      fees: 0n,
      volume: 0n,
    },
  ],
});

type Given = {
  start?: AccountFigures;
  hours?: [hoursAgo: number, equity: bigint, deposits: bigint][];
  end: AccountFigures;
};

function portfolio({ start, hours = [], end }: Given, period: Portfolio["period"] = "week") {
  const from = beginningOf(period, NOW);
  const rows = hours.map(
    ([ago, equity, deposits]): Worth => ({
      time: Math.floor(NOW / HOUR_MS) * HOUR_MS - ago * HOUR_MS,
      equity: equity * USDC,
      deposits: deposits * USDC,
    }),
  );
  const span = { account: "insurance", period, from, now: NOW, start, hours: rows, end };
  return Portfolio.parse(portfolioOf({ ...span, symbolOf: () => "BTCUSDC" }));
}

test("profit is the change of equity without what was deposited", () => {
  const { pnl, net_deposits, pnl_rate, markets } = portfolio({
    start: figures(90n, 100n),
    end: figures(150n, 130n),
  });
  expect([pnl, net_deposits, pnl_rate]).toEqual(["30", "30", "0.250000"]);
  expect(markets).toMatchObject([{ market: "BTCUSDC", pnl: "30" }]);
});

test("an account that began within the period begins with nothing", () => {
  const given = {
    hours: [[2, 100n, 100n]] as [number, bigint, bigint][],
    end: figures(110n, 100n),
  };
  const { start_equity, pnl, points } = portfolio(given);
  expect([start_equity, pnl]).toEqual(["0", "10"]);
  expect(points.map(({ equity }) => equity)).toEqual(["0", "100", "100", "110"]);
  expect(points[0]?.time).toBe(points[1]!.time - HOUR_MS);
});

test("an account of which nothing was ever reported has zeros, and no rate", () => {
  const nothing = { equity: 0n, deposits: 0n, insurance: 0n, markets: [] };
  expect(portfolio({ end: nothing })).toMatchObject({
    equity: "0",
    pnl: "0",
    pnl_rate: null,
    max_drawdown: "0",
    markets: [],
  });
});

test("what the insurance fund bore is profit of no market", () => {
  const { pnl, insurance, markets } = portfolio({
    start: figures(100n, 100n),
    end: figures(0n, 100n, 20n),
  });
  expect([pnl, insurance, markets[0]?.pnl]).toEqual(["-100", "20", "-120"]);
});

test("a deposit is no fall and no rise: the drawdown is that of the profit", () => {
  const { max_drawdown, max_drawdown_rate } = portfolio({
    start: figures(100n, 100n),
    hours: [
      [5, 120n, 100n],
      [4, 190n, 180n],
      [3, 150n, 180n],
      [2, 210n, 180n],
    ],
    end: figures(200n, 180n),
  });
  // From a profit of 20 to a loss of 30; the account would have had 200 without it.
  expect([max_drawdown, max_drawdown_rate]).toEqual(["50", "0.250000"]);
});

test("a quiet stretch is flat: what there was is repeated before the next change", () => {
  const given = { start: figures(10n, 10n), end: figures(30n, 10n) };
  const { points } = portfolio({ ...given, hours: [[50, 20n, 10n]] });
  expect(points.map(({ equity }) => equity)).toEqual(["10", "10", "20", "20", "30"]);
});

test("of many points 400 are left, with the first, the last, the highest and the lowest", () => {
  const hours = Array.from({ length: 700 }, (_, index): [number, bigint, bigint] => [
    699 - index,
    index === 311 ? 900n : index === 433 ? 1n : 100n + BigInt(index % 7),
    100n,
  ]);
  const given = { start: figures(100n, 100n), hours, end: figures(105n, 100n) };
  const { points, max_drawdown } = portfolio(given, "month");
  expect(points.length).toBeGreaterThan(300);
  expect(points.length).toBeLessThanOrEqual(400);
  const times = points.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect([points[0]?.equity, points.at(-1)?.equity]).toEqual(["100", "105"]);
  const equities = points.map(({ equity }) => equity);
  expect(equities).toContain("900");
  expect(equities).toContain("1");
  expect(max_drawdown).toBe("899");
});

test("a period begins at a whole hour, and no later than its length ago", () => {
  expect(beginningOf("day", NOW)).toBe(Math.floor(NOW / HOUR_MS) * HOUR_MS - DAY_MS);
  expect(beginningOf("all", NOW)).toBe(0);
});
