import { expect, test } from "vitest";
import { parseSigned } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { samplePortfolio } from "./sample-portfolio.ts";

const cents = (text: string) => parseSigned(text, 2) ?? 0n;

test("the sample adds up like a portfolio of the venue", () => {
  const sample = samplePortfolio(Date.UTC(2026, 10, 30, 12, 34));
  const { realized_pnl, unrealized_pnl, funding, fees, pnl, points, equity, start_equity } = sample;
  expect(cents(realized_pnl) + cents(unrealized_pnl) + cents(funding) - cents(fees)).toBe(
    cents(pnl),
  );
  expect(cents(start_equity) + cents(pnl)).toBe(cents(equity));
  expect(points.at(-1)).toMatchObject({ equity, pnl, time: sample.to });
  expect(sample.to - sample.from).toBe(30 * DAY_MS);
  expect(cents(sample.max_drawdown) > 0n).toBe(true);
  const { account: _, ...figures } = Portfolio.shape;
  for (const [name, contract] of Object.entries(figures)) {
    expect(contract.safeParse(sample[name as keyof typeof figures]).success, name).toBe(true);
  }
});
