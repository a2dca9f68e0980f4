import { describe, expect, it } from "vitest";
import { BTC, wordingIn } from "#components/trading/ticket/ticket.testing.ts";
import { attachedAmount, attachedFields, checkAttached } from "#components/trading/ticket/tp-sl.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { entryOfPosition } from "./tp-sl-entry.ts";

const USDC = 1_000_000_000n;
const wording = wordingIn("en");
const terms = { market: BTC, markTicks: 600_000n, feeDiscountPpm: 0n };
const decimal = (text: string) => text as Decimal;
/** Two tenths of a bitcoin, entered at 60,000. */
const long = {
  size: decimal("0.2"),
  cost: decimal("12000"),
  liquidation_price: decimal("50000"),
};
const short = { ...long, size: decimal("-0.2"), cost: decimal("-12000") };

describe("the entry of a position's take profit and stop loss", () => {
  it("is the part that closes, with its share of the cost and without a fee", () => {
    const half = entryOfPosition(long, 10_000n, terms);
    expect(half).toMatchObject({ side: "BUY", lots: 10_000n, value: 6_000n * USDC, fee: 0n });
    expect(half.liquidationTicks).toBe(500_000n);
    expect(entryOfPosition(short, 20_000n, terms)).toMatchObject({
      side: "SELL",
      value: 12_000n * USDC,
    });
  });

  it("gives the profit after the fee of the close, and the same price by percent", () => {
    const entry = entryOfPosition(long, 20_000n, terms);
    const byPrice = checkAttached("takeProfit", { unit: "price", text: "63000" }, entry, wording);
    const fee = (12_600n * USDC * BigInt(BTC.taker_fee)) / 1_000_000n;
    expect(byPrice.profit).toBe(600n * USDC - fee);
    const byPercent = checkAttached("takeProfit", { unit: "percent", text: "5" }, entry, wording);
    expect(byPercent.ticks).toBe(630_000n);
    expect(attachedAmount("percent", 630_000n, entry)).toBe("5");
  });

  it("warns of a stop beyond the liquidation price, and refuses one that the mark has reached", () => {
    const entry = entryOfPosition(long, 20_000n, terms);
    const stop = (text: string) =>
      checkAttached("stopLoss", { unit: "price", text }, entry, wording);
    expect(stop("50000").warning).toContain("50,000");
    expect(stop("50,000.1").warning).toBeUndefined();
    expect(stop("60001").error).toBeTruthy();
    const none = entryOfPosition({ ...long, liquidation_price: null }, 20_000n, terms);
    const low = checkAttached("stopLoss", { unit: "price", text: "1" }, none, wording);
    expect([low.error, low.warning]).toEqual([undefined, undefined]);
  });

  it("closes a short by buying", () => {
    const entry = entryOfPosition(short, 20_000n, terms);
    expect(attachedFields("stopLoss", 610_000n, entry)).toMatchObject({
      side: "BUY",
      size: "0.2",
      trigger_price: "61000",
      flags: 2,
    });
  });
});
