import { beforeEach, expect, test } from "vitest";
import type { BestBidOffer, OrderBook } from "#lib/protocol/wire/market.ts";
import { BookCheck } from "./book-check.ts";

let check: BookCheck;

beforeEach(() => {
  check = new BookCheck();
});

const book = (asks: object, bids: object) => ({ asks, bids }) as OrderBook;
const BOOK = book({ "101": "1", "100.5": "2.50" }, { "99": "4", "100": "3" });
const bbo = (ask: string | null, askSize: string | null, bid: string, bidSize: string) =>
  ({ ask, ask_size: askSize, bid, bid_size: bidSize }) as BestBidOffer;

test("best prices that equal the book's in value raise no doubt", () => {
  check.bestPrices(bbo("100.5", "2.5", "100", "3"), 1_000);
  expect(check.doubtedSince).toBeUndefined();
  check.book(BOOK);
  check.bestPrices(bbo("100.50", "2.5", "100.0", "3"), 1_000);
  expect(check.doubtedSince).toBeUndefined();
});

test("a book is doubted from the first differing best price or size until it follows", () => {
  check.book(BOOK);
  check.bestPrices(bbo("100.5", "2.4", "100", "3"), 2_000);
  check.bestPrices(bbo("100.4", "1", "100", "3"), 3_000);
  expect(check.doubtedSince).toBe(2_000);
  check.book(BOOK);
  expect(check.doubtedSince).toBeUndefined();
});

test("best prices that return to those of the book end the doubt", () => {
  check.book(BOOK);
  check.bestPrices(bbo("100.4", "1", "100", "3"), 2_000);
  check.bestPrices(bbo("100.5", "2.5", "100", "3"), 2_400);
  expect(check.doubtedSince).toBeUndefined();
});

test("an empty side matches a missing best price, and nothing else", () => {
  check.book(book({}, { "100": "3" }));
  check.bestPrices(bbo(null, null, "100", "3"), 2_000);
  expect(check.doubtedSince).toBeUndefined();
  check.bestPrices(bbo("100.5", "1", "100", "3"), 3_000);
  expect(check.doubtedSince).toBe(3_000);
});
