/** The page computes with the same integers as the venue. */
import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { AccountRecord, OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { holdingsOf } from "./holdings.ts";

const BTC = {
  symbol: "BTCUSDC",
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  taker_fee: 450,
  maker_fee: 150,
} as Market;

const resting = {
  id: "1",
  created_at: 1,
  flags: 0,
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
    BTC,
    640_000n,
    null,
  );
  expect(holdings.orders).toEqual([
    { side: "BUY", ticks: 600_000n, lots: 50_000n, reduceOnly: false },
  ]);
  expect(holdings.feeDiscountPpm).toBe(100_000n);
});

test("an account read at another mark is brought to the live one; its other markets stay", () => {
  const position = {
    market: "BTCUSDC",
    size: "1",
    cost: "60000",
    mark_price: "64000",
    unsettled_funding: "0.5",
  };
  const account = {
    balance: "10000",
    account_value: "14000.25",
    initial_margin: "3300",
    maintenance_margin: "1650",
    fee_discount_ppm: 0,
  };
  const holdings = holdingsOf(
    {
      account: account as AccountRecord,
      positions: [position as PositionRecord],
      orders: [],
    },
    BTC,
    641_000n,
    null,
  );
  const usdc = 1_000_000_000n;
  expect(holdings.accountValue).toBe(14_100n * usdc + usdc / 4n);
  expect(holdings.initialMargin).toBe(3_305n * usdc);
  expect(holdings.maintenanceMargin).toBe((16_525n * usdc) / 10n);
  expect(holdings.fundingOwed).toBe(usdc / 2n);
});

test("the leverage of an account is the one that it chose in that market", () => {
  const account = {
    leverage: [{ market: "BTCUSDC", mode: "CROSS", leverage: 3 }],
  } as AccountRecord;
  const leverageIn = (symbol: string) =>
    holdingsOf({ account, positions: [], orders: [] }, { ...BTC, symbol }, 1n, null).leverage;
  expect([leverageIn("BTCUSDC"), leverageIn("ETHUSDC")]).toEqual([3, 0]);
});
