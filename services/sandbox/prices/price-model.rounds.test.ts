/** Simulated prices move like those of a market, in the steps of a first history. PRICE_MODEL_DAYS sets for how long. */
import { describe, expect, test } from "vitest";
import { SIMULATED_MARKETS } from "./market-terms.ts";
import { PriceModel } from "./price-model.ts";

const DAYS = Number(process.env["PRICE_MODEL_DAYS"] ?? 30);
const DAY = 86_400;
const symbols = SIMULATED_MARKETS.map((market) => market.symbol);

function run(seed: string, seconds: number): bigint[] {
  const model = new PriceModel(SIMULATED_MARKETS, seed);
  for (let elapsed = 0; elapsed < seconds; elapsed += 15) model.step(15);
  return symbols.map((symbol) => model.ticks(symbol));
}

describe("PriceModel", () => {
  test("takes the same course with the same seed", () => {
    expect(run("7", 7200)).toEqual(run("7", 7200));
    expect(run("7", 7200)).not.toEqual(run("8", 7200));
  });

  test("takes the course of the saved model after a restore", () => {
    const model = new PriceModel(SIMULATED_MARKETS, "a");
    for (let step = 0; step < 1000; step += 1) model.step(1);
    const copy = new PriceModel(SIMULATED_MARKETS, "b");
    for (const symbol of symbols) copy.steer(symbol, model.ticks(symbol));
    copy.restore(model.save());
    for (let step = 0; step < 100; step += 1) {
      model.step(1);
      copy.step(1);
    }
    for (const symbol of symbols) {
      // Only the fraction of a tick differs: prices are kept in bars, in whole ticks.
      const difference = model.ticks(symbol) - copy.ticks(symbol);
      expect(difference >= -2n && difference <= 2n, symbol).toBe(true);
    }
  });

  test.each(["1", "2"])(`stays plausible for ${DAYS} days (seed %s)`, (seed) => {
    const model = new PriceModel(SIMULATED_MARKETS, seed);
    const extremes = SIMULATED_MARKETS.map(({ baseTicks }) => ({
      low: baseTicks,
      high: baseTicks,
    }));
    let largestMinute = 0n;
    let before = symbols.map((symbol) => model.ticks(symbol));
    for (let minute = 0; minute < DAYS * (DAY / 60); minute += 1) {
      for (let step = 0; step < 4; step += 1) model.step(15);
      const now = symbols.map((symbol) => model.ticks(symbol));
      for (const [index, ticks] of now.entries()) {
        const extreme = extremes[index]!;
        if (ticks < extreme.low) extreme.low = ticks;
        if (ticks > extreme.high) extreme.high = ticks;
        const move = ((ticks - before[index]!) * 10_000n) / before[index]!;
        if (move > largestMinute) largestMinute = move;
        if (-move > largestMinute) largestMinute = -move;
      }
      before = now;
    }
    for (const [index, { low, high }] of extremes.entries()) {
      const base = SIMULATED_MARKETS[index]!.baseTicks;
      expect(low, "not below half of the base price").toBeGreaterThan(base / 2n);
      expect(high, "not above twice the base price").toBeLessThan(base * 2n);
      expect(high - low, "a market that moves by more than a tenth").toBeGreaterThan(base / 10n);
    }
    expect(
      largestMinute,
      "basis points in one minute: jumps, but far inside the price band",
    ).toBeLessThan(400n);
    expect(largestMinute, "there are jumps").toBeGreaterThan(50n);
  });

  test("keeps a frozen market still while the others move", () => {
    const model = new PriceModel(SIMULATED_MARKETS, "1");
    const before = symbols.map((symbol) => model.ticks(symbol));
    for (let step = 0; step < 60; step += 1) model.step(1, new Set(["BTCUSDC"]));
    const after = symbols.map((symbol) => model.ticks(symbol));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});
