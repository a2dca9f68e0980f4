import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { cashOnly } from "./holdings.ts";
import { type Holdings, largestAffordable, previewOrder } from "./order-preview.ts";
import { type PlannedOrder } from "./plan-fills.ts";

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

  test("an account's own leverage asks for more margin, never for less than the market", () => {
    const at = (leverage: number) => previewOrder(order({}), { ...holdings, leverage }, terms);
    expect(at(10).marginRequired).toBe(640n * USDC);
    expect(at(3).marginRequired).toBe((6_400n * USDC * 333_334n) / 1_000_000n);
    expect(at(20).marginRequired).toBe(320n * USDC);
    expect(at(50).marginRequired).toBe(320n * USDC);
    expect(at(10).after.liquidationTicks).toBe(at(20).after.liquidationTicks);
  });

  test("what a position is worth above a tier has the tier's margin", () => {
    const tiers = [{ above: "3200" as Decimal, im_ratio: 100_000 }];
    const tiered = { ...terms, market: { ...market, margin_tiers: tiers } };
    // 3,200 at 5 %, 3,200 at 10 %.
    expect(previewOrder(order({}), holdings, tiered).marginRequired).toBe(480n * USDC);
  });

  test("closing a position frees its margin", () => {
    const long = {
      ...holdings,
      position: { size: 10_000n, cost: 6_400n * USDC, wallet: null },
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

  test("what neither fills nor rests counts at the mark in all that is signed, and in no other figure", () => {
    const thin = { ...terms, opposite: [{ ticks: 640_010n, lots: 780_000n }] };
    const lots = 1_000n * LOTS_PER_BTC;
    for (const allOrNothing of [false, true]) {
      const preview = previewOrder(order({ lots, allOrNothing }), cashOnly(100_000n * USDC), thin);
      const filled = allOrNothing ? 0n : 780_000n;
      expect(preview).toMatchObject({ filledLots: filled, refused: false, missing: 0n });
      const { entire } = preview;
      expect(entire.unfilledLots).toBe(lots - filled);
      expect(entire.value).toBe(preview.value + (lots - filled) * 640_000n * scale.valueOfTickLot);
      expect(entire.marginRequired).toBe(3_200_000n * USDC);
      expect(entire.missing).toBeGreaterThan(3_100_000n * USDC);
      const funded = cashOnly(100_000n * USDC + entire.missing);
      expect(previewOrder(order({ lots, allOrNothing }), funded, thin).entire.missing).toBe(0n);
    }
  });

  test("a reduce-only order that cannot rest is one for the position, however large its size", () => {
    const long = {
      ...cashOnly(1_000n * USDC),
      position: { size: 10_000n, cost: 6_400n * USDC, wallet: null },
      initialMargin: 320n * USDC,
      maintenanceMargin: 160n * USDC,
    };
    const bids = { ...terms, opposite: [{ ticks: 639_990n, lots: 10n * LOTS_PER_BTC }] };
    const sell = order({ side: "SELL", limitTicks: 576_000n, reduceOnly: true });
    const all = previewOrder({ ...sell, lots: 5n * LOTS_PER_BTC }, long, bids);
    expect(all).toEqual(previewOrder({ ...sell, lots: 10_000n }, long, bids));
    expect(all).toMatchObject({ refused: false, after: { position: { size: 0n } } });
  });

  test("an order that only reduces lacks no margin because the book is thin", () => {
    const position = { size: 10_000n, cost: 6_400n * USDC, wallet: null };
    const weak = { ...cashOnly(100n * USDC), position, initialMargin: 320n * USDC };
    const sell = order({ side: "SELL", lots: 10_000n, limitTicks: 576_000n });
    expect(previewOrder(sell, weak, { ...terms, opposite: [] }).entire.missing).toBe(0n);
  });

  test("the largest size is worth at most free margin × leverage at the mark, whatever the book, the balance and the order", () => {
    const level = fc.record({
      ticks: fc.bigInt({ min: 560_000n, max: 720_000n }),
      lots: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    });
    const kinds = fc.constantFrom(
      { rests: false, allOrNothing: false },
      { rests: false, allOrNothing: true },
      { rests: true, allOrNothing: false },
    );
    const money = fc.bigInt({ min: 1n, max: 10n ** 9n });
    const held = fc.oneof(fc.constant(0n), fc.bigInt({ min: -10_000n, max: 10_000n }));
    const side = fc.constantFrom<"BUY" | "SELL">("BUY", "SELL");
    const limit = fc.bigInt({ min: 576_000n, max: 704_000n });
    const book = fc.array(level, { maxLength: 6 });
    const figures = { money, book, side, kinds, limit, held };
    fc.assert(
      fc.property(fc.record(figures), ({ money, book, side, kinds, limit, held }) => {
        const better = side === "BUY" ? -1 : 1;
        const opposite = book.toSorted((a, b) => (a.ticks < b.ticks ? better : -better));
        const size = held * (held < 0n ? -1n : 1n);
        const initialMargin = (size * 640_000n * scale.valueOfTickLot) / 20n;
        const account: Holdings = {
          ...cashOnly(money * USDC),
          position: { size: held, cost: held * 640_000n * scale.valueOfTickLot, wallet: null },
          initialMargin,
        };
        const one = { side, limitTicks: limit, ...kinds };
        const lots = largestAffordable(one, account, { ...terms, opposite });
        const against = side === "BUY" ? -held : held;
        const freed = against > 0n ? 2n * against : 0n;
        const free = money * USDC - initialMargin;
        const added = (lots - freed) * 640_000n * scale.valueOfTickLot;
        expect(added <= 0n || added <= free * 20n).toBe(true);
        const largest = previewOrder({ ...one, lots }, account, { ...terms, opposite });
        expect(lots === 0n || largest.entire.missing === 0n).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("the largest size of a market order in an empty book is that of a deep one, but for fee and slippage", () => {
    const one = { side: "BUY", limitTicks: 704_000n, rests: false, allOrNothing: false } as const;
    const account = cashOnly(100_000n * USDC);
    const none = largestAffordable(one, account, { ...terms, opposite: [] });
    const deep = largestAffordable(one, account, {
      ...terms,
      opposite: [{ ticks: 640_000n, lots: 10n ** 9n }],
    });
    expect(none).toBe(deep);
    expect(none).toBeGreaterThan(29n * LOTS_PER_BTC);
    expect(none).toBeLessThan(32n * LOTS_PER_BTC);
  });

  test("the largest size is as much smaller as the account's own leverage is lower", () => {
    const one = { side: "BUY", limitTicks: 640_000n, rests: false, allOrNothing: false } as const;
    const deep = { ...terms, opposite: [{ ticks: 640_000n, lots: 10n ** 9n }] };
    const at = (leverage: number) =>
      largestAffordable(one, { ...cashOnly(64_000n * USDC), leverage }, deep);
    expect(at(1)).toBeLessThanOrEqual(LOTS_PER_BTC);
    expect(at(1)).toBeGreaterThan((LOTS_PER_BTC * 99n) / 100n);
    expect(at(10)).toBeGreaterThan(9n * at(1));
    expect(at(0)).toBeGreaterThan(19n * at(1));
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
