import { describe, expect, test } from "vitest";
import { type Decimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { bookPriceText } from "./number-text.ts";

describe("bookPriceText", () => {
  test.each([
    ["0.1", [590_251, 590_290, 590_410], ["59025.1", "59029.0", "59041.0"]],
    ["0.001", [150_000, 150_001], ["150.000", "150.001"]],
    ["1", [99, 100, 101], ["99.0", "100.0", "101.0"]],
    ["25", [2, 3], ["50.0", "75.0"]],
  ])(
    "a book of tick %s keeps its order as the keys of an object, upwards and downwards",
    (tick, ticks, texts) => {
      const scale = marketScale({ price_tick: tick as Decimal, base_lot_size: "0.01" as Decimal });
      const prices = ticks.map((count) => bookPriceText(scale, count));
      expect(prices).toEqual(texts);
      for (const order of [prices, prices.toReversed()]) {
        expect(Object.keys(Object.fromEntries(order.map((price) => [price, "1"])))).toEqual(order);
      }
      const read = prices.map((price) => Number(parseDecimal(price, scale.priceDecimals)));
      expect(read).toEqual(ticks.map((count) => count * Number(scale.tickUnits)));
    },
  );
});
