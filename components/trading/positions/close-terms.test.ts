import { describe, expect, it } from "vitest";
import { wordsIn } from "#components/trading/ticket/ticket.testing.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/market/markets.ts";
import {
  closingProfit,
  exceeds,
  priceTerm,
  sizeTerm,
  termError,
  triggerProblem,
} from "./close-terms.ts";

const market = { price_tick: "0.5", base_lot_size: "0.01" } as Market;
const eth = { price_tick: "0.1", base_lot_size: "0.001" } as Market;
const decimal = (text: string) => text as Decimal;
const long = { size: decimal("2"), liquidation_price: decimal("80") };
const short = { size: decimal("-2"), liquidation_price: decimal("120") };

describe("the size to close", () => {
  it("is a multiple of the lot, as it is signed", () => {
    expect(sizeTerm("2.00", market, "en").text).toBe("2");
    expect(sizeTerm(" .01 ", market, "en").text).toBe("0.01");
    expect(sizeTerm("", market, "en").problem).toBe("empty");
    expect(sizeTerm("0", market, "en").problem).toBe("zero");
    expect(sizeTerm("0.001", market, "en").problem).toBe("offStep");
    expect(sizeTerm("-1", market, "en").problem).toBe("figureSign");
    expect(sizeTerm("1e1", market, "en").problem).toBe("figureExponent");
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
    expect(priceTerm("100.50", market, "en").text).toBe("100.5");
    expect(priceTerm("100.3", market, "en").problem).toBe("offStep");
    expect(priceTerm("abc", market, "en").problem).toBe("figureNoNumber");
  });

  it("is read by the rules of the page's language", () => {
    expect(priceTerm("3.100,5", eth, "de").text).toBe("3100.5");
    expect(priceTerm("3100,5", eth, "de").text).toBe("3100.5");
    expect(priceTerm("3,100.5", eth, "en").text).toBe("3100.5");
    expect(priceTerm("٣١٠٠٫٥", eth, "ar").text).toBe("3100.5");
    expect(sizeTerm("1,5", eth, "de").text).toBe("1.5");
  });

  it("that can be read in two ways is refused in words: a stop at 3.1 would protect nothing", () => {
    const term = priceTerm("3.100", eth, "de");
    expect(term.problem).toBe("figureAmbiguous");
    expect(termError("trigger", term, eth, wordsIn("de"))).toBeTruthy();
    const comma = sizeTerm("1,5", eth, "en");
    expect(termError("size", comma, eth, wordsIn("en"))).toContain("Use a point for decimals");
  });
});

describe("a trigger", () => {
  it("lies ahead of the mark, on the side that its kind wants", () => {
    const at = (trigger: string, kind: "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET", of = long) =>
      triggerProblem(trigger, kind, of, "100");
    expect(at("110", "TAKE_PROFIT_MARKET")).toBeUndefined();
    expect(at("100", "TAKE_PROFIT_MARKET")).toBe("triggerAbove");
    expect(at("90", "STOP_LOSS_MARKET")).toBeUndefined();
    expect(at("101", "STOP_LOSS_MARKET")).toBe("triggerBelow");
    expect(at("110", "TAKE_PROFIT_MARKET", short)).toBe("triggerBelow");
    expect(at("90", "STOP_LOSS_MARKET", short)).toBe("triggerAbove");
  });

  it("beyond the liquidation price would come too late", () => {
    expect(triggerProblem("80", "STOP_LOSS_MARKET", long, "100")).toBe("triggerBeyondLiquidation");
    expect(triggerProblem("120.5", "STOP_LOSS_MARKET", short, "100")).toBe(
      "triggerBeyondLiquidation",
    );
    const safe = { ...long, liquidation_price: null };
    expect(triggerProblem("1", "STOP_LOSS_MARKET", safe, "100")).toBeUndefined();
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
