import { expect, test } from "vitest";
import { maySkipReview } from "./review.ts";
import { CONTEXT } from "./ticket.testing.ts";

const order = {
  lots: 1_000n,
  priceTicks: undefined,
  triggerTicks: undefined,
  edgeTicks: 704_000n,
  markTicks: 640_000n,
  scale: CONTEXT.scale,
};
const under = (limit: string) => ({ mode: "never-under", limit }) as const;

test("with one-click trading no order is shown, unless its owner asks for it", () => {
  expect(maySkipReview({ mode: "never", limit: "0" }, order)).toBe(true);
});

test("an owner who asks for every order is shown every order", () => {
  expect(maySkipReview({ mode: "always", limit: "1000000" }, order)).toBe(false);
});

test("a market order counts at its worst price, a limit at the higher of its own and the mark", () => {
  expect(maySkipReview(under("704"), order)).toBe(false);
  expect(maySkipReview(under("704.01"), order)).toBe(true);
  const limit = { ...order, priceTicks: 500_000n };
  expect(maySkipReview(under("640"), limit)).toBe(false);
  expect(maySkipReview(under("640.01"), limit)).toBe(true);
});

test("without a size or a mark nothing is known, and the order is shown", () => {
  expect(maySkipReview(under("9999"), { ...order, lots: undefined })).toBe(false);
  expect(maySkipReview(under("9999"), { ...order, markTicks: undefined })).toBe(false);
});
