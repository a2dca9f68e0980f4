import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import type { Preview } from "./preview.ts";
import { previewRows } from "./preview-text.ts";

const scale = marketScale({
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
});
const preview: Preview = {
  value: 6_400_000_000_000n,
  fee: 2_880_000_000n,
  filledLots: 10_000n,
  restLots: 0n,
  averageTicksE4: 6_400_100_000n,
  marginRequired: 320_000_000_000n,
  freeAfter: 0n,
};
const rows = (change: Partial<Preview>, lots = 10_000n, known = true) =>
  Object.fromEntries(
    previewRows({ ...preview, ...change }, lots, scale, known).map(({ name, value }) => [
      name,
      value,
    ]),
  );

test("an order that fills has its price, and no remainder", () => {
  expect(rows({})).toEqual({
    "Order value": "6,400.00 USDC",
    "Average fill": "64,001.0",
    "Fee now": "2.88 USDC",
    "Margin required": "320.00 USDC",
  });
});

test("an order that can not rest is never said to rest", () => {
  const nothing = { filledLots: 0n, averageTicksE4: undefined };
  expect(rows(nothing)["Average fill"]).toBe("nothing would fill now");
  expect(rows({ ...nothing, restLots: 10_000n })["Average fill"]).toBe("rests in the book");
});

test("a part fill names what is left and what becomes of it", () => {
  expect(rows({}, 30_000n)["Fills now"]).toBe("0.1; 0.2 will not fill");
  expect(rows({ restLots: 20_000n }, 30_000n)["Fills now"]).toBe("0.1; 0.2 rests");
});

test("margin that comes back is called freed; an account that is unread has no margin yet", () => {
  expect(rows({ marginRequired: -1_187_140_000_000n })["Margin freed"]).toBe("1,187.14 USDC");
  expect(rows({}, 10_000n, false)["Margin required"]).toBe("—");
});
