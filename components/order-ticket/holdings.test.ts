/** The ticket reckons with what the venue reckons with. */
import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { Market } from "#lib/protocol/markets.ts";
import type { AccountRecord, OrderRecord } from "#lib/protocol/orders.ts";
import { holdingsOf } from "./holdings.ts";

const market = {
  symbol: "BTCUSDC",
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
} as Market;

const resting = {
  market: "BTCUSDC",
  side: "BUY",
  price: "60000",
  remaining_size: "0.5",
  status: "OPEN",
} as OrderRecord;

test("orders that rest reserve margin; those that wait for a trigger, or are elsewhere, do not", () => {
  const orders = [
    resting,
    { ...resting, price: null, status: "UNTRIGGERED" } as OrderRecord,
    { ...resting, market: "ETHUSDC" },
  ];
  const account = { account_value: "1000", initial_margin: "10", fee_discount_ppm: 100_000 };
  const holdings = holdingsOf(
    { account: account as AccountRecord, positions: [], orders },
    market,
    640_000n,
  );
  expect(holdings.exposure).toMatchObject({ openBuy: 50_000n, openSell: 0n, openLoss: 0n });
  expect(holdings.feeDiscountPpm).toBe(100_000n);
});
