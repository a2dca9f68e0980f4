import { describe, expect, test } from "vitest";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { Random } from "#services/sandbox/seed/random.ts";
import { inventorySkew, positionLots, reduction } from "./inventory.ts";
import { betLots } from "./leveraged-taker.ts";
import { momentumOrder } from "./momentum-taker.ts";
import { noiseLots, noiseSide } from "./noise-taker.ts";

const USDC = 1_000_000_000n;
const { scale } = SIMULATED_MARKETS[0]!;

describe("the momentum trader", () => {
  const view = { markTicks: 640_000n, earlierTicks: 640_000n, lots: 0n, lotValue: 640_000_000n };

  test("waits in a quiet market", () => {
    expect(momentumOrder(view)).toBeUndefined();
  });

  test("buys a rise and sells a fall", () => {
    expect(momentumOrder({ ...view, markTicks: 641_000n })).toMatchObject({
      side: "BUY",
      reduceOnly: false,
    });
    expect(momentumOrder({ ...view, markTicks: 639_000n })).toMatchObject({
      side: "SELL",
      reduceOnly: false,
    });
  });

  test("never holds more than its limit", () => {
    let lots = 0n;
    for (let step = 0; step < 50; step += 1) {
      lots += momentumOrder({ ...view, markTicks: 641_000n, lots })?.lots ?? 0n;
    }
    expect(lots * view.lotValue).toBeLessThanOrEqual(60_000n * USDC);
    expect(lots * view.lotValue).toBeGreaterThan(50_000n * USDC);
  });

  test("closes everything when the move ends or turns", () => {
    expect(momentumOrder({ ...view, lots: 500n })).toEqual({
      side: "SELL",
      lots: 500n,
      reduceOnly: true,
    });
    expect(momentumOrder({ ...view, markTicks: 641_000n, lots: -500n })).toEqual({
      side: "BUY",
      lots: 500n,
      reduceOnly: true,
    });
  });
});

test("the over-leveraged trader bets nine tenths of what its funds allow", () => {
  const lots = betLots(1_000n * USDC, { imRatio: 50_000, lotValue: 640_000_000n });
  const worth = lots * 640_000_000n;
  expect(worth <= 18_000n * USDC && worth > 17_999n * USDC).toBe(true);
});

describe("the noise trader", () => {
  test("takes both sides when flat, only the reducing one at its limit", () => {
    const random = Random.fromSeed("noise");
    const flat = Array.from({ length: 200 }, () => noiseSide(0n, random));
    expect(new Set(flat).size).toBe(2);
    const full = Array.from({ length: 200 }, () => noiseSide(41_000n * USDC, random));
    expect(new Set(full)).toEqual(new Set(["SELL"]));
  });

  test("takes small sizes, and never below the venue's minimum of 10 USDC", () => {
    const random = Random.fromSeed("sizes");
    const lotValue = 640_000_000n;
    for (let draw = 0; draw < 500; draw += 1) {
      const worth = noiseLots(lotValue, random) * lotValue;
      expect(worth >= 50n * USDC && worth <= 6000n * USDC).toBe(true);
    }
  });
});

describe("inventory", () => {
  test("reads signed sizes", () => {
    expect(positionLots(undefined, scale)).toBe(0n);
    const position = { size: "-0.5", side: "SHORT" } as unknown as Parameters<
      typeof positionLots
    >[0];
    expect(positionLots(position, scale)).toBe(-50_000n);
  });

  test("leaves a position within its limit alone, and cuts it to half of the limit beyond", () => {
    expect(reduction(100n, { notional: 100n, limit: 100n })).toBeUndefined();
    expect(reduction(200n, { notional: 200n, limit: 100n })).toEqual({ side: "SELL", lots: 150n });
    expect(reduction(-200n, { notional: -200n, limit: 100n })).toEqual({ side: "BUY", lots: 150n });
  });

  test("leans against the position, within a bound", () => {
    const terms = { limit: 1000n, maxSkewPpm: 100n };
    expect([500n, 5000n, -500n].map((held) => inventorySkew(held, terms))).toEqual([
      -50n,
      -100n,
      50n,
    ]);
  });
});
