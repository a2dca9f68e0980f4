import { describe, expect, test } from "vitest";
import { GAUSSIAN_UNIT, Random } from "./random.ts";

describe("Random", () => {
  test("gives the same numbers for the same seed, for ever", () => {
    const random = Random.fromSeed("1");
    expect([random.u32(), random.u32(), random.u32()]).toEqual([
      2901284457, 4216319594, 1064894088,
    ]);
  });

  test("gives another course for another seed", () => {
    expect(Random.fromSeed("1").u32()).not.toBe(Random.fromSeed("2").u32());
  });

  test("continues from a saved state", () => {
    const random = Random.fromSeed("x");
    random.gaussian();
    const copy = new Random(random.state());
    expect([copy.u32(), copy.gaussian()]).toEqual([random.u32(), random.gaussian()]);
  });

  test("draws gaussian whole numbers with mean 0 and the given deviation", () => {
    const random = Random.fromSeed("normal");
    const draws = Array.from({ length: 50_000 }, () => random.gaussian());
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    expect(draws.every(Number.isInteger)).toBe(true);
    expect(Math.abs(mean)).toBeLessThan(GAUSSIAN_UNIT / 50);
    expect(Math.sqrt(variance) / GAUSSIAN_UNIT).toBeCloseTo(1, 1);
  });

  test("draws oneIn once in that many calls on average", () => {
    const random = Random.fromSeed("chance");
    const hits = Array.from({ length: 100_000 }, () => random.oneIn(50)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(1800);
    expect(hits).toBeLessThan(2200);
  });
});
