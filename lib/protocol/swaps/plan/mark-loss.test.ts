import { expect, test } from "vitest";
import { lossInMoney, lossToMark } from "./mark-loss.ts";

const MARKS = { SOL: "150", BTC: "64000.5" };
const SOL = 10n ** 9n;

test.each([
  ["what the mark gives", { amountIn: 150_000_000n, out: SOL }, 0],
  ["a percent less", { amountIn: 150_000_000n, out: (SOL * 99n) / 100n }, 100],
  ["a percent more", { amountIn: 150_000_000n, out: (SOL * 101n) / 100n }, -100],
])("%s", (_name, amounts, bps) => {
  expect(lossToMark({ assetIn: "USDC", assetOut: "SOL", ...amounts }, MARKS)).toBe(bps);
});

test("without a mark for both tokens there is no loss to state", () => {
  const amounts = { assetIn: "SOL", amountIn: SOL, assetOut: "BTC", out: 234_372n } as const;
  expect(lossToMark(amounts, MARKS)).toBe(0);
  expect(lossToMark(amounts, { SOL: "150" })).toBe(undefined);
  expect(lossToMark({ ...amounts, assetOut: "THIN" }, MARKS)).toBe(undefined);
});

const MONEY = 10n ** 9n;

test("the loss in money is the loss against the marks, and a gain counts as zero", () => {
  const amounts = { assetIn: "USDC", assetOut: "SOL", amountIn: 3_000_000_000n } as const;
  // 3,000 USDC for SOL worth 1,410.
  expect(lossInMoney({ ...amounts, out: (SOL * 94n) / 10n }, 5_300, MARKS)).toBe(1_590n * MONEY);
  expect(lossInMoney({ ...amounts, out: SOL * 21n }, 0, MARKS)).toBe(0n);
});

test("with one mark, it is the impact's share of that side's value", () => {
  const sold = { assetIn: "THIN", amountIn: 1n, assetOut: "USDC", out: 600_000_000n } as const;
  // 600 are left of 1,200.
  expect(lossInMoney(sold, 5_000, {})).toBe(600n * MONEY);
  const bought = { assetIn: "USDC", amountIn: 100_000_000n, assetOut: "THIN", out: 1n } as const;
  expect(lossInMoney(bought, 2_000, {})).toBe(20n * MONEY);
  expect(lossInMoney({ ...sold, assetOut: "SOL" }, 5_000, {})).toBeUndefined();
});
