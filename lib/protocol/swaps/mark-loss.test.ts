import { expect, test } from "vitest";
import { lossToMark } from "./mark-loss.ts";

const MARKS = { SOL: "150", BTC: "64000.5" };
const SOL = 10n ** 9n;

test.each([
  ["what the mark gives", { amountIn: 150_000_000n, out: SOL }, 0],
  ["a percent less", { amountIn: 150_000_000n, out: (SOL * 99n) / 100n }, 100],
  ["a percent more", { amountIn: 150_000_000n, out: (SOL * 101n) / 100n }, -100],
])("%s", (_name, amounts, bps) => {
  expect(lossToMark({ assetIn: "USDC", assetOut: "SOL", ...amounts }, MARKS)).toBe(bps);
});

test("both tokens have a mark, or there is no loss to state", () => {
  const amounts = { assetIn: "SOL", amountIn: SOL, assetOut: "BTC", out: 234_372n } as const;
  expect(lossToMark(amounts, MARKS)).toBe(0);
  expect(lossToMark(amounts, { SOL: "150" })).toBe(undefined);
  expect(lossToMark({ ...amounts, assetOut: "THIN" }, MARKS)).toBe(undefined);
});
