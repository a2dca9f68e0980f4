/** What the dialog of the leverage shows is what the venue then has. */
import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { cashOnly } from "./holdings.ts";
import { leverageEffect, leverageTerms } from "./leverage-effect.ts";

const market = {
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  taker_fee: 450,
  maker_fee: 150,
} as Market;
const terms = { market, scale: marketScale(market), markTicks: 640_000n };
const USDC = 1_000_000_000n;

/** Long 0.1 BTC at the mark of 64,000, with 1,000 USDC: 320 are used, 100 more in another market. */
const holdings = {
  ...cashOnly(1_000n * USDC),
  position: { size: 10_000n, cost: 6_400n * USDC },
  initialMargin: 420n * USDC,
  maintenanceMargin: 160n * USDC,
};

describe("a leverage", () => {
  test("moves the margin that is used, what is free and the buying power, and no liquidation price", () => {
    const { before, after, missing } = leverageEffect(10, holdings, terms);
    expect(before).toMatchObject({ marginUsed: 420n * USDC, free: 580n * USDC });
    expect(before.buyingPower).toBe(11_600n * USDC);
    expect(after).toMatchObject({ marginUsed: 740n * USDC, free: 260n * USDC });
    expect(after.buyingPower).toBe(2_600n * USDC);
    expect(after.liquidationTicks).toBe(before.liquidationTicks);
    expect(missing).toBe(0n);
  });

  test("that the account cannot carry says what is missing", () => {
    // 6,400 × 20 % and 100 are 1,380.
    expect(leverageEffect(5, holdings, terms).missing).toBe(380n * USDC);
  });

  test("that needs less is never refused, however short the account is", () => {
    const short = { ...holdings, leverage: 5, initialMargin: 1_380n * USDC };
    const { before, after, missing } = leverageEffect(6, short, terms);
    expect(before.free).toBe(-380n * USDC);
    expect(after.free).toBeLessThan(0n);
    expect(missing).toBe(0n);
  });

  test("of an account without anything in the market changes only the buying power", () => {
    const { before, after } = leverageEffect(1, cashOnly(1_000n * USDC), terms);
    expect(before).toMatchObject({ marginUsed: 0n, buyingPower: 20_000n * USDC });
    expect(after).toMatchObject({ marginUsed: 0n, buyingPower: 1_000n * USDC });
    expect(after.liquidationTicks).toBeUndefined();
  });
});

test("the leverage of an account is its own in that market, or else the market's highest", () => {
  const account = {
    leverage: [{ market: "BTCUSDC", mode: "CROSS", leverage: 3 }],
  } as AccountRecord;
  const btc = { symbol: "BTCUSDC", im_ratio: 50_000 };
  expect(leverageTerms(account, btc)).toEqual({ leverage: 3, imRatio: 333_334 });
  const none = { leverage: 20, imRatio: 50_000 };
  expect(leverageTerms(account, { ...btc, symbol: "ETHUSDC" })).toEqual(none);
  expect(leverageTerms(undefined, btc)).toEqual(none);
});
