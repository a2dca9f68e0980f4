import { expect, test } from "vitest";
import { parseFavourites, toggled } from "./favourites.ts";

test("a star is set and removed", () => {
  expect(toggled(["A"], "B")).toEqual(["A", "B"]);
  expect(toggled(["A", "B"], "A")).toEqual(["B"]);
});

test("stored favourites are accepted only as far as they are valid symbols, each once", () => {
  expect(parseFavourites(["BTCUSDC", 5, "BTCUSDC", "<b>", "", "ETHUSDC"])).toEqual([
    "BTCUSDC",
    "ETHUSDC",
  ]);
  expect(parseFavourites({ BTCUSDC: true })).toBeUndefined();
  expect(parseFavourites(Array.from({ length: 500 }, (_, n) => `M${n}`))).toHaveLength(200);
});
