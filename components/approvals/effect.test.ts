import { describe, expect, it } from "vitest";
import { BTC } from "#components/order-ticket/testing.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { effectOf, sinceThen } from "./effect.ts";

const ORDER: PlaceOrderFields = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.02",
  price: null,
  order_type: "MARKET",
  time_in_force: "IOC",
  flags: 0,
  trigger_price: null,
  trigger_source: null,
};
const EMPTY = { account: null, positions: [], orders: [] };
const BOOK = { asks: { "60000.0": "0.01", "60010.0": "1" }, bids: { "59990.0": "1" } };
const around = {
  market: BTC,
  mark: "60000.0",
  book: BOOK as unknown as NonNullable<Parameters<typeof effectOf>[1]["book"]>,
  records: EMPTY,
};

describe("what a proposed order would do", () => {
  it("is what the ticket shows for it: a market order walks the book", () => {
    const { preview, lots } = effectOf(ORDER, around);
    expect(preview?.filledLots).toBe(lots);
    expect(preview?.after.position.size).toBe(lots);
    // Nobody without money may add risk.
    expect(preview?.refused).toBe(true);
  });

  it("is that of a limit order at its own price: what does not fill rests", () => {
    const limit = {
      ...ORDER,
      order_type: "LIMIT",
      time_in_force: "GTC",
      price: "60000.0",
    } as const;
    const { preview, lots } = effectOf(limit, around);
    expect(preview?.filledLots).toBe((lots ?? 0n) / 2n);
    expect(preview?.restLots).toBe((lots ?? 0n) / 2n);
  });

  it("is not guessed without a mark or a book, nor for an order that waits for its trigger", () => {
    expect(effectOf(ORDER, { ...around, mark: undefined }).preview).toBeUndefined();
    expect(effectOf(ORDER, { ...around, book: undefined }).preview).toBeUndefined();
    const stop = { ...ORDER, order_type: "STOP_LOSS_MARKET", trigger_price: "58000.0" } as const;
    const { preview, triggerTicks } = effectOf(stop, around);
    expect(preview).toBeUndefined();
    expect(triggerTicks).toBeDefined();
  });
});

describe("how far a price has moved", () => {
  it("is a rate of six digits, and nothing where a price is missing", () => {
    expect(sinceThen("60000.0", "60600.0")).toBe("0.010000");
    expect(sinceThen("60000.0", "59700.0")).toBe("-0.005000");
    expect(sinceThen(null, "60000.0")).toBeUndefined();
    expect(sinceThen("60000.0", undefined)).toBeUndefined();
    expect(sinceThen("0", "60000.0")).toBeUndefined();
  });
});
