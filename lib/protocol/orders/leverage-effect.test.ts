/** What the dialog of the leverage shows is what the venue then has. */
import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { cashOnly, leverageTerms } from "./holdings.ts";
import { isolatedArithmetic } from "./isolated-preview.ts";
import { leverageEffect, marginEffect } from "./leverage-effect.ts";

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
  position: { size: 10_000n, cost: 6_400n * USDC, wallet: null },
  initialMargin: 420n * USDC,
  maintenanceMargin: 160n * USDC,
};

const cross = (leverage: number) => ({ leverage, isIsolated: false });
const isolated = (leverage: number) => ({ leverage, isIsolated: true });

describe("a leverage", () => {
  test("moves the margin that is used, what is free and the buying power, and no liquidation price", () => {
    const { before, after, missing } = leverageEffect(cross(10), holdings, terms);
    expect(before).toMatchObject({ marginUsed: 420n * USDC, free: 580n * USDC });
    expect(before.buyingPower).toBe(11_600n * USDC);
    expect(after).toMatchObject({ marginUsed: 740n * USDC, free: 260n * USDC });
    expect(after.buyingPower).toBe(2_600n * USDC);
    expect(after.liquidationTicks).toBe(before.liquidationTicks);
    expect(missing).toBe(0n);
  });

  test("that the account cannot carry says what is missing", () => {
    // 6,400 × 20 % and 100 are 1,380.
    expect(leverageEffect(cross(5), holdings, terms).missing).toBe(380n * USDC);
  });

  test("that needs less is never refused, however short the account is", () => {
    const short = { ...holdings, leverage: 5, initialMargin: 1_380n * USDC };
    const { before, after, missing } = leverageEffect(cross(6), short, terms);
    expect(before.free).toBe(-380n * USDC);
    expect(after.free).toBeLessThan(0n);
    expect(missing).toBe(0n);
  });

  test("of an account without anything in the market changes only the buying power", () => {
    const { before, after } = leverageEffect(cross(1), cashOnly(1_000n * USDC), terms);
    expect(before).toMatchObject({ marginUsed: 0n, buyingPower: 20_000n * USDC });
    expect(after).toMatchObject({ marginUsed: 0n, buyingPower: 1_000n * USDC });
    expect(after.liquidationTicks).toBeUndefined();
  });
});

describe("an isolated position", () => {
  // Long 0.1 at 64,000 with 640 in its wallet: 360 are left of the balance.
  const alone = {
    ...cashOnly(360n * USDC),
    position: { size: 10_000n, cost: 6_400n * USDC, wallet: 640n * USDC },
    isolated: isolatedArithmetic,
    leverage: 10,
  };

  test("is filled up to the need of a lower leverage, and its liquidation price moves away", () => {
    const { before, after, missing } = leverageEffect(isolated(8), alone, terms);
    // 640 + 0.1 × (p - 64,000) = 0.0025 × p, and with 800.
    expect(before).toMatchObject({ marginUsed: 640n * USDC, free: 360n * USDC });
    expect(before.liquidationTicks).toBe(590_770n);
    expect(after).toMatchObject({ marginUsed: 800n * USDC, free: 200n * USDC });
    expect(after.liquidationTicks).toBe(574_359n);
    expect(missing).toBe(0n);
    // 1,280 at 5× are 640 more.
    expect(leverageEffect(isolated(5), alone, terms).missing).toBe(280n * USDC);
  });

  test("keeps its margin at a higher leverage", () => {
    const { before, after } = leverageEffect(isolated(20), alone, terms);
    expect(after.marginUsed).toBe(before.marginUsed);
    expect(after.liquidationTicks).toBe(before.liquidationTicks);
  });

  test("takes what is free, and gives back what its leverage does not need", () => {
    const effect = marginEffect(100n * USDC, alone, terms);
    expect(effect).toMatchObject({ addable: 360n * USDC, removable: 0n });
    expect(effect.wallet).toEqual({ before: 640n * USDC, after: 740n * USDC });
    expect(effect.liquidationTicks).toEqual({ before: 590_770n, after: 580_513n });
    // At 66,000: worth 840, and 660 are needed.
    const up = { ...terms, markTicks: 660_000n };
    expect(marginEffect(0n, alone, up).removable).toBe(180n * USDC);
    expect(marginEffect(0n, { ...alone, fundingOwed: 50n * USDC }, up).removable).toBe(130n * USDC);
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
