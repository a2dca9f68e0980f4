/** Bars for tests of indicators. */
import type { Point } from "./studies.ts";

/** A random walk, the same in every run. */
export function walkOfBars(length: number): Point[] {
  let seed = 7;
  let price = 64_000;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length }, (_, index) => {
    price += random() * 20 - 10;
    const close = price + random() * 8 - 4;
    return {
      time: index * 60_000,
      high: Math.max(price, close) + random() * 5,
      low: Math.min(price, close) - random() * 5,
      close,
      volume: Math.round(random() * 100) / 10,
    };
  });
}
