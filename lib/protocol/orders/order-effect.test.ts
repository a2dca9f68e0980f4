import { describe, expect, it } from "vitest";
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { effectOf } from "./order-effect.ts";
import type { PlaceOrderFields } from "./orders.ts";

const BTC = {
  symbol: "BTCUSDC",
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
  price_band_ratio: 100_000,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  taker_fee: 450,
  maker_fee: 150,
} as Market;

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
    // An account without money may not add risk.
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

  it("computes the missing margin: with exactly as much more it is accepted, with a unit less it is not", () => {
    const worth = (units: bigint) => {
      const text = formatDecimal(units, 9);
      const account = { balance: text, account_value: text, initial_margin: "0" } as AccountRecord;
      return { ...around, records: { ...EMPTY, account } };
    };
    const orders = [
      ORDER,
      { ...ORDER, side: "SELL", time_in_force: "FOK" },
      { ...ORDER, order_type: "LIMIT", time_in_force: "GTC", price: "60005.0", size: "2" },
    ] as const;
    for (const order of orders) {
      const { preview } = effectOf(order, worth(1_000_000_000n));
      const missing = preview?.missing ?? 0n;
      expect(missing).toBeGreaterThan(0n);
      const enough = 1_000_000_000n + missing;
      expect(effectOf(order, worth(enough)).preview).toMatchObject({ refused: false, missing: 0n });
      expect(effectOf(order, worth(enough - 1n)).preview).toMatchObject({
        refused: true,
        missing: 1n,
      });
      const { largestLots, lots } = effectOf(order, worth(enough - 1n));
      expect(largestLots()).toBeLessThan(lots);
      const size = formatDecimal(largestLots(), 5);
      expect(effectOf({ ...order, size }, worth(enough - 1n)).preview?.refused).toBe(false);
    }
  });
});
