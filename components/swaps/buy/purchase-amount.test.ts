/** What a person may type as the amount of a purchase. */
import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { purchaseAmount } from "./purchase-amount.ts";

const LIMITS = { least: "20" as Decimal, most: "10000" as Decimal };

test.each([
  ["", "en", { state: "empty" }],
  ["100", "en", { state: "amount", text: "100" }],
  ["1,234.50", "en", { state: "amount", text: "1234.50" }],
  ["1.234,50", "de", { state: "amount", text: "1234.50" }],
  ["٢٥", "ar", { state: "amount", text: "25" }],
  ["20", "en", { state: "amount", text: "20" }],
  ["10000", "en", { state: "amount", text: "10000" }],
  ["19.99", "en", { state: "problem", problem: "range" }],
  ["10000.01", "en", { state: "problem", problem: "range" }],
  ["20.001", "en", { state: "problem", problem: "decimals" }],
  ["-50", "en", { state: "problem", problem: "unreadable" }],
  ["1,234", "en", { state: "problem", problem: "ambiguous" }],
  ["0,5", "en", { state: "problem", problem: "range" }],
  ["fifty", "en", { state: "problem", problem: "unreadable" }],
] as const)("%s in %s", (typed, locale, expected) => {
  expect(purchaseAmount(typed, locale, LIMITS)).toEqual(expected);
});
