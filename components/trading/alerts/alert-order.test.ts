/** Which alert comes first, and when the mark has reached one. */
import { expect, test } from "vitest";
import { inOrder, isReached } from "./alert-order.ts";

test("alerts of the first market come before the others, and the highest price first", () => {
  const of = (market: string, price: string) => ({ market, price });
  const alerts = [
    of("SOL", "9"),
    of("BTC", "100"),
    of("ETH", "9"),
    of("ETH", "10"),
    of("BTC", "9.5"),
  ];
  expect(inOrder(alerts, "ETH").map(({ market, price }) => `${market} ${price}`)).toEqual([
    "ETH 10",
    "ETH 9",
    "BTC 100",
    "BTC 9.5",
    "SOL 9",
  ]);
});

test("a price is reached from its own side", () => {
  const above = { price: "60000", direction: "above" } as const;
  expect(["59999.9", "60000", "60000.1"].map((mark) => isReached(above, mark))).toEqual([
    false,
    true,
    true,
  ]);
  expect(isReached({ ...above, direction: "below" }, "60000.1")).toBe(false);
  expect(isReached({ ...above, direction: "below" }, "9999")).toBe(true);
});
