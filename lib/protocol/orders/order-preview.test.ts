import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { cashOnly } from "./holdings.ts";
import {
  type Holdings,
  largestAffordable,
  type PlannedOrder,
  previewOrder,
} from "./order-preview.ts";

const market = {
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
  im_ratio: 50_000,
  mm_ratio: 25_000,
  taker_fee: 450,
  maker_fee: 150,
} as Market;
const scale = marketScale(market);
const USDC = 1_000_000_000n;
const LOTS_PER_BTC = 100_000n;
const terms = {
  market,
  scale,
  markTicks: 640_000n,
  opposite: [
    { ticks: 640_010n, lots: LOTS_PER_BTC / 10n },
    { ticks: 640_050n, lots: LOTS_PER_BTC },
  ],
};
const holdings: Holdings = cashOnly(10_000n * USDC);
const order = (change: Partial<PlannedOrder>): PlannedOrder => ({
  side: "BUY",
  lots: LOTS_PER_BTC / 10n,
  limitTicks: 700_000n,
  rests: false,
  allOrNothing: false,
  ...change,
});

describe("preview", () => {
  test("a market order pays the book's prices and the taker fee", () => {
    const preview = previewOrder(order({}), holdings, terms);
    expect(preview.value).toBe(64_001n * (USDC / 10n));
    expect(preview.fee).toBe((64_001n * USDC * 45n) / 1_000_000n);
    expect(preview.averageTicksE4).toBe(6_400_100_000n);
    expect(preview.marginRequired).toBe(320n * USDC);
  });

  test("a referred account pays its discount less", () => {
    const referred = { ...holdings, feeDiscountPpm: 100_000n };
    const preview = previewOrder(order({}), referred, terms);
    expect(preview.fee).toBe((64_001n * USDC * 405n) / 10_000_000n);
  });

  test("a limit order away from the market rests: no fee now, margin and the fee that it may cost", () => {
    const preview = previewOrder(order({ limitTicks: 630_000n, rests: true }), holdings, terms);
    expect(preview).toMatchObject({ fee: 0n, filledLots: 0n, averageTicksE4: undefined });
    expect(preview.value).toBe(6_300n * USDC);
    expect(preview.marginRequired).toBe(320n * USDC + (6_400n * USDC * 450n) / 1_000_000n);
  });

  test("closing a position frees its margin", () => {
    const long = {
      ...holdings,
      position: { size: 10_000n, cost: 6_400n * USDC },
      initialMargin: 320n * USDC,
      maintenanceMargin: 160n * USDC,
    };
    const sell = order({ side: "SELL", limitTicks: 576_000n });
    const preview = previewOrder(sell, long, {
      ...terms,
      opposite: [{ ticks: 639_990n, lots: 20_000n }],
    });
    expect(preview.marginRequired).toBe(-320n * USDC);
  });

  test("the largest affordable size leaves headroom for a small move, and hardly more", () => {
    const rest = {
      side: "BUY",
      limitTicks: 640_000n,
      rests: true,
      allOrNothing: false,
    } as const;
    const lots = largestAffordable(rest, holdings, terms);
    expect(lots).toBeGreaterThan(2n * LOTS_PER_BTC);
    const largest = previewOrder({ ...rest, lots }, holdings, terms);
    expect(largest.freeAfter).toBeGreaterThanOrEqual((largest.value * 2n) / 1_000n);
    expect(largest.freeAfter).toBeLessThan((largest.value * 21n) / 10_000n);
  });

  test("a market order of the largest size still fits after the market moved against it", () => {
    const taker = {
      side: "BUY",
      limitTicks: 700_000n,
      rests: false,
      allOrNothing: false,
    } as const;
    const deep = { ...terms, opposite: [{ ticks: 640_010n, lots: 100n * LOTS_PER_BTC }] };
    const lots = largestAffordable(taker, holdings, deep);
    const moved = {
      ...deep,
      markTicks: 640_500n,
      opposite: [{ ticks: 641_000n, lots: 100n * LOTS_PER_BTC }],
    };
    expect(previewOrder({ ...taker, lots }, holdings, moved).freeAfter).toBeGreaterThanOrEqual(0n);
  });

  test("lots that neither fill nor rest are worth nothing; all or nothing fills completely or not", () => {
    const lots = 2n * LOTS_PER_BTC;
    const part = previewOrder(order({ lots }), holdings, terms);
    expect(part.filledLots).toBe((11n * LOTS_PER_BTC) / 10n);
    expect(part.restLots).toBe(0n);
    const book = (64_001n * USDC) / 10n + 64_005n * USDC;
    expect(part.value).toBe(book);
    const none = previewOrder(order({ lots, allOrNothing: true }), holdings, terms);
    expect(none).toMatchObject({ filledLots: 0n, value: 0n, fee: 0n, marginRequired: 0n });
    const resting = previewOrder(order({ lots, rests: true }), holdings, terms);
    expect(resting.restLots).toBe((9n * LOTS_PER_BTC) / 10n);
  });

  test("an empty account affords nothing", () => {
    expect(largestAffordable(order({}), cashOnly(0n), terms)).toBe(0n);
  });

  test("own orders in the way are cancelled, not traded with, and set their margin free", () => {
    const own = { side: "SELL", ticks: 640_010n, lots: 10_000n, reduceOnly: false } as const;
    const margin = 320n * USDC + (6_400n * USDC * 450n) / 1_000_000n;
    const maker = { ...holdings, orders: [own], initialMargin: margin };
    const preview = previewOrder(order({}), maker, terms);
    expect(preview).toMatchObject({ ownCancelled: 10_000n, lastTicks: 640_050n });
    expect(preview.after.initialMargin).toBe(320n * USDC);
  });

  test("against the mark: worse is positive on either side", () => {
    expect(previewOrder(order({}), holdings, terms).slippagePpm).toBe(16n);
    const bids = [{ ticks: 639_000n, lots: LOTS_PER_BTC }];
    const sell = order({ side: "SELL", limitTicks: 576_000n });
    expect(previewOrder(sell, holdings, { ...terms, opposite: bids }).slippagePpm).toBe(1_563n);
  });
});
