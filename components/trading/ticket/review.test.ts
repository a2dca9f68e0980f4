import { expect, test } from "vitest";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { cashOnly } from "#lib/protocol/orders/holdings.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { maySkipReview } from "./review.ts";
import { CONTEXT } from "./ticket.testing.ts";

const order = {
  lots: 1_000n,
  priceTicks: undefined,
  triggerTicks: undefined,
  edgeTicks: 704_000n,
  markTicks: 640_000n,
  scale: CONTEXT.scale,
  holdings: cashOnly(1_000_000_000_000n),
  order: { flags: 0 } as PlaceOrderFields,
};
const under = (limit: string) => ({ policy: { mode: "never-under", limit }, share: "" }) as const;
const never = (share: string) => ({ policy: { mode: "never", limit: "0" }, share }) as const;

test("with one-click trading no order is shown, unless its owner asks for it", () => {
  expect(maySkipReview(never(""), order)).toBe(true);
});

test("an owner who asks for every order is shown every order", () => {
  expect(maySkipReview({ policy: { mode: "always", limit: "1000000" }, share: "" }, order)).toBe(
    false,
  );
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

test("above a share of the equity an order is shown, unless it only closes", () => {
  // 704 USDC at its worst price, of an account of 1,000.
  expect(maySkipReview(never("70.4"), order)).toBe(false);
  expect(maySkipReview(never("70.41"), order)).toBe(true);
  expect(maySkipReview(never("70"), { ...order, lots: undefined })).toBe(false);
  const closing = { ...order, order: { ...order.order, flags: ORDER_FLAG.REDUCE_ONLY } };
  expect(maySkipReview(never("1"), closing)).toBe(true);
  expect(maySkipReview({ ...under("9999"), share: "50" }, order)).toBe(false);
});
