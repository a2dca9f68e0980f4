import { describe, expect, it } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { formatIn } from "#components/i18n/format.ts";
import { BTC } from "#components/trading/ticket/ticket.testing.ts";
import { ORDER_FLAG, TRIGGER_SOURCE_CODE } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { conditionsOf, costRows } from "./receipt-text.ts";

const wording = { text: featureText("signing"), format: formatIn("en") };

const ENTRY: PlaceOrderFields = {
  market: "BTCUSDC",
  side: "BUY",
  size: "0.02",
  price: "60000.0",
  order_type: "LIMIT",
  time_in_force: "GTC",
  flags: 0,
  trigger_price: null,
  trigger_source: null,
};

const STOP: PlaceOrderFields = {
  ...ENTRY,
  side: "SELL",
  price: null,
  order_type: "STOP_LOSS_MARKET",
  time_in_force: "IOC",
  flags: ORDER_FLAG.REDUCE_ONLY,
  trigger_price: "58000.0",
  trigger_source: TRIGGER_SOURCE_CODE.MarkPrice,
};

describe("the receipt of an order", () => {
  it("has no name and one condition for a limit order", () => {
    expect(conditionsOf(ENTRY, wording)).toEqual({ name: undefined, conditions: ["at 60,000.0"] });
  });

  it("names a stop loss, its trigger with its source, and that it only reduces", () => {
    expect(conditionsOf(STOP, wording)).toEqual({
      name: "Stop loss",
      conditions: ["when the mark reaches 58,000.0", "at the best price (market)", "Reduce only"],
    });
  });

  it("names a take profit on the last trade", () => {
    const order: PlaceOrderFields = {
      ...STOP,
      order_type: "TAKE_PROFIT_MARKET",
      trigger_source: TRIGGER_SOURCE_CODE.LastPrice,
      flags: 0,
    };
    expect(conditionsOf(order, wording)).toEqual({
      name: "Take profit",
      conditions: ["when the last trade reaches 58,000.0", "at the best price (market)"],
    });
  });

  it("has notional and fee at the price, and estimates for a market order", () => {
    const rows = Object.fromEntries(costRows(ENTRY, { market: BTC, mark: "61000.0" }, wording));
    expect(rows["Value"]).toBe("1,200.00 USDC");
    const stop = Object.fromEntries(costRows(STOP, { market: BTC, mark: "61000.0" }, wording));
    expect(stop["Value"]).toBe("about 1,160.00 USDC");
  });
});
