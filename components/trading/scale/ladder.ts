/** The rungs of a scale order: one size over several limit orders between two prices. */
import { divideHalfUp } from "#lib/protocol/decimal.ts";

export const RUNGS = { min: 2, max: 40 } as const;

/** `first` and `last`: that rung is three times as large as the one at the other end. */
export const SHAPES = ["even", "first", "last"] as const;
export type LadderShape = (typeof SHAPES)[number];

const LARGEST = 3n;

export type LadderTerms = {
  /** Lots of all rungs together. */
  lots: bigint;
  fromTicks: bigint;
  toTicks: bigint;
  /** From 2 to 40. */
  count: number;
  shape: LadderShape;
};

export type Rung = { ticks: bigint; lots: bigint };

/**
 * The rungs from the first price to the last. Prices are on the market's ticks, and the sizes add up to exactly the whole.
 * Empty when two rungs would have the same price.
 */
export function ladderOf({ lots, fromTicks, toTicks, count, shape }: LadderTerms): Rung[] {
  const steps = BigInt(count - 1);
  const span = toTicks - fromTicks;
  if ((span < 0n ? -span : span) < steps) return [];
  const weights = Array.from({ length: count }, (_, index) =>
    weightAt(BigInt(index), steps, shape),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  let [weighed, given] = [0n, 0n];
  return weights.map((weight, index) => {
    weighed += weight;
    const upTo = (lots * weighed) / whole;
    const rung = {
      ticks: fromTicks + divideHalfUp(span * BigInt(index), steps),
      lots: upTo - given,
    };
    given = upTo;
    return rung;
  });
}

/** Linear between both ends. */
function weightAt(index: bigint, steps: bigint, shape: LadderShape): bigint {
  if (shape === "even") return 1n;
  const from = shape === "first" ? steps - index : index;
  return steps + from * (LARGEST - 1n);
}
