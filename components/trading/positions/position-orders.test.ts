import { describe, expect, it } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import { applyFill } from "#lib/protocol/orders/margin.ts";
import {
  closeOrder,
  coverOf,
  partCloseOrder,
  protectionOf,
  reverseOrder,
  sumOfSizes,
} from "./position-orders.ts";

const long = { market: "BTCUSDC", size: "0.0150" as Decimal };
const short = { market: "BTCUSDC", size: "-7.5" as Decimal };

describe("leaving a position", () => {
  it("at market sells what is long, buys what is short, and can only reduce", () => {
    expect(closeOrder(long)).toMatchObject({ side: "SELL", size: "0.0150", price: null });
    expect(closeOrder(short)).toMatchObject({ side: "BUY", size: "7.5", order_type: "MARKET" });
    expect(closeOrder(short).flags).toBe(ORDER_FLAG.REDUCE_ONLY);
  });

  it("in part closes at market, or waits in the book at a price", () => {
    expect(partCloseOrder(long, { size: "0.01", price: null })).toEqual({
      ...closeOrder(long),
      size: "0.01",
    });
    expect(partCloseOrder(long, { size: "0.01", price: "64000.5" })).toMatchObject({
      side: "SELL",
      size: "0.01",
      price: "64000.5",
      order_type: "LIMIT",
      time_in_force: "GTC",
      flags: ORDER_FLAG.REDUCE_ONLY,
    });
  });
});

describe("reversing", () => {
  it("is one order of twice the size that is not reduce-only", () => {
    expect(reverseOrder(long)).toMatchObject({ side: "SELL", size: "0.03", flags: 0 });
    expect(reverseOrder(short)).toMatchObject({ side: "BUY", size: "15", flags: 0 });
    expect(reverseOrder({ market: "X", size: "12345678901234567.5" as Decimal }).size).toBe(
      "24691357802469135",
    );
  });

  it("ends, by the venue's own arithmetic, in the same size the other way at the new price", () => {
    // 150 lots bought for 9,600,000; 300 lots sold for 19,500,000.
    const after = applyFill({ size: 150n, cost: 9_600_000n }, -300n, 19_500_000n);
    expect(after).toEqual({ size: -150n, cost: -9_750_000n, realizedPnl: 150_000n });
  });
});

describe("what protects a position", () => {
  const order = (order_type: "TAKE_PROFIT_MARKET" | "STOP_LOSS_MARKET", trigger_price: string) => ({
    market: long.market,
    side: "SELL" as const,
    order_type,
    flags: ORDER_FLAG.REDUCE_ONLY,
    trigger_price: trigger_price as Decimal,
    status: "UNTRIGGERED" as const,
  });

  it("lists take profits and stop losses apart, the nearest to fire first", () => {
    const orders = [
      order("TAKE_PROFIT_MARKET", "70000"),
      order("TAKE_PROFIT_MARKET", "66000"),
      order("STOP_LOSS_MARKET", "9000"),
      order("STOP_LOSS_MARKET", "61000"),
    ];
    const pricesOf = (kind: "takeProfit" | "stopLoss") =>
      protectionOf(long, orders)[kind].map((one) => one.trigger_price);
    expect(pricesOf("takeProfit")).toEqual(["66000", "70000"]);
    expect(pricesOf("stopLoss")).toEqual(["61000", "9000"]);
  });

  it("leaves out orders of other markets, of the opening side, those that may open, and those that wait for an entry", () => {
    const stop = order("STOP_LOSS_MARKET", "61000");
    const others = [
      { ...stop, market: "SOLUSDC" },
      { ...stop, side: "BUY" as const },
      { ...stop, flags: 0 },
      { ...stop, status: "WAITING" as const },
    ];
    expect(protectionOf(long, others)).toEqual({ takeProfit: [], stopLoss: [] });
  });
});

describe("how much of a position its stops close", () => {
  const stops = (...sizes: string[]) =>
    coverOf(
      { size: "-0.15" as Decimal },
      sizes.map((size) => ({ remaining_size: size as Decimal })),
    );

  it("is their sum, in whole percents that never round up to all of it", () => {
    expect(stops("0.05")).toEqual({ percent: 33n, missing: "0.1" });
    expect(stops("0.05", "0.0999")).toEqual({ percent: 99n, missing: "0.0001" });
    expect(stops()).toEqual({ percent: 0n, missing: "0.15" });
  });

  it("lacks nothing when it is the whole position, or more", () => {
    expect(stops("0.15")).toEqual({ percent: 100n, missing: undefined });
    expect(stops("0.1", "0.1")).toEqual({ percent: 100n, missing: undefined });
  });

  it("is made whole by the order's size and what is missing", () => {
    expect(sumOfSizes("0.05", "0.1")).toBe("0.15");
  });
});
