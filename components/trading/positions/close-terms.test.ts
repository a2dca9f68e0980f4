import { describe, expect, it } from "vitest";
import { wordingIn } from "#components/trading/ticket/ticket.testing.ts";
import { figureError } from "#components/trading/ticket/ticket-text.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { closingProfit, exceeds, readTerm } from "./close-terms.ts";

const market = { price_tick: "0.5", base_lot_size: "0.01" } as Market;
const eth = { price_tick: "0.1", base_lot_size: "0.001" } as Market;
const decimal = (text: string) => text as Decimal;
const long = { size: decimal("2"), liquidation_price: decimal("80") };
const short = { size: decimal("-2"), liquidation_price: decimal("120") };

describe("the size to close", () => {
  it("is a multiple of the lot, as it is signed", () => {
    expect(readTerm("size", "2.00", market, "en").text).toBe("2");
    expect(readTerm("size", " .01 ", market, "en").text).toBe("0.01");
    expect(readTerm("size", "", market, "en").problem).toBe("empty");
    expect(readTerm("size", "0", market, "en").problem).toMatchObject({ code: "INVALID_LOT" });
    expect(readTerm("size", "0.001", market, "en").problem).toMatchObject({ code: "INVALID_LOT" });
    expect(readTerm("size", "-1", market, "en").problem).toBe("figureSign");
    expect(readTerm("size", "1e1", market, "en").problem).toBe("figureExponent");
  });

  it("is no more than is held", () => {
    expect(exceeds(decimal("2"), long)).toBe(false);
    expect(exceeds(decimal("2.01"), long)).toBe(true);
    expect(exceeds(decimal("2"), short)).toBe(false);
    expect(exceeds(decimal("2.01"), short)).toBe(true);
  });
});

describe("a price", () => {
  it("is a multiple of the tick, as it is signed", () => {
    expect(readTerm("price", "100.50", market, "en").text).toBe("100.5");
    expect(readTerm("price", "100.3", market, "en").problem).toMatchObject({
      code: "INVALID_TICK",
    });
    expect(readTerm("price", "abc", market, "en").problem).toBe("figureNoNumber");
  });

  it("is read by the rules of the page's language", () => {
    expect(readTerm("price", "3.100,5", eth, "de").text).toBe("3100.5");
    expect(readTerm("price", "3100,5", eth, "de").text).toBe("3100.5");
    expect(readTerm("price", "3,100.5", eth, "en").text).toBe("3100.5");
    expect(readTerm("price", "٣١٠٠٫٥", eth, "ar").text).toBe("3100.5");
    expect(readTerm("size", "1,5", eth, "de").text).toBe("1.5");
  });

  it("that can be read in two ways is refused in words: a stop at 3.1 would protect nothing", () => {
    const term = readTerm("price", "3.100", eth, "de");
    expect(term.problem).toBe("figureAmbiguous");
    expect(figureError("trigger", term.problem, wordingIn("de"))).toBeTruthy();
    const comma = readTerm("size", "1,500", eth, "en");
    expect(figureError("size", comma.problem, wordingIn("en"))).toContain("two numbers");
  });
});

describe("the profit of closing", () => {
  const at = (price: string, size: string, position: { size: Decimal; cost: Decimal }) =>
    closingProfit(decimal(price), decimal(size), position);

  it("is by that part of the cost, and turns its sign for a short position", () => {
    expect(at("110", "2", { ...long, cost: decimal("200") })).toBe(20_000_000_000n);
    expect(at("110", "1", { ...long, cost: decimal("200") })).toBe(10_000_000_000n);
    expect(at("110", "0.5", { ...short, cost: decimal("-200") })).toBe(-5_000_000_000n);
  });

  it("is exact to the last digit of money", () => {
    expect(at("100", "2", { ...long, cost: decimal("199.999999999") })).toBe(1n);
    expect(at("100", "2", { ...long, size: decimal("0"), cost: decimal("0") })).toBeUndefined();
  });
});
