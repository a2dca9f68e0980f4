import { expect, test } from "vitest";
import { BTC } from "#components/trading/ticket/ticket.testing.ts";
import { knowMarkets, shownAverage, shownAverageIn } from "./average-price.ts";

test.each([
  ["59219.51002", 1, "59219.51"],
  ["59219.5", 1, "59219.5"],
  ["59219", 1, "59219.0"],
  ["59219.51679", 1, "59219.517"],
  ["59219.99996", 1, "59220.0"],
  ["3267.580049", 2, "3267.58"],
  ["120.005", 0, "120.01"],
  ["120", 0, "120"],
  ["1200.00", 0, "1200"],
])("%s with %i digits of the price is shown as %s", (average, decimals, shown) => {
  expect(shownAverage(average, decimals)).toBe(shown);
});

test("an average is shown unrounded until its market is known", () => {
  expect(shownAverageIn("BTCUSDC", "59219.51002")).toBe("59219.51002");
  knowMarkets([BTC]);
  expect(shownAverageIn("BTCUSDC", "59219.51002")).toBe("59219.51");
});
