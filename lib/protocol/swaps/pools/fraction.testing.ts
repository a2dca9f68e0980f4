/**
 * Exact fractions, and what a constant-product pool gives in them. It follows from `x · y = k` and
 * from prices alone, and shares no code with `pool-math.ts`.
 */
import type { HopSize, Reserves, SwapOutput } from "./pool-math.ts";

export class Fraction {
  readonly #top: bigint;
  readonly #bottom: bigint;

  /** `bottom` must be positive. */
  constructor(top: bigint, bottom = 1n) {
    if (bottom <= 0n) throw new RangeError("A fraction has a positive denominator.");
    this.#top = top;
    this.#bottom = bottom;
  }

  minus(other: Fraction): Fraction {
    const bottom = this.#bottom * other.#bottom;
    return new Fraction(this.#top * other.#bottom - other.#top * this.#bottom, bottom);
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.#top * other.#top, this.#bottom * other.#bottom);
  }

  /** `other` must be positive. */
  over(other: Fraction): Fraction {
    return new Fraction(this.#top * other.#bottom, this.#bottom * other.#top);
  }

  /** The largest whole number that is not above the fraction. */
  floor(): bigint {
    const rest = ((this.#top % this.#bottom) + this.#bottom) % this.#bottom;
    return (this.#top - rest) / this.#bottom;
  }

  /** The smallest whole number that is not below the fraction. */
  ceil(): bigint {
    return -new Fraction(-this.#top, this.#bottom).floor();
  }
}

const ONE = new Fraction(1n);

/** After a swap, the product of the reserves without the fee is the same as before. */
export function outputByProduct(
  { reserveIn, reserveOut }: Reserves,
  amountIn: bigint,
  feePpm: bigint,
): SwapOutput {
  const fee = new Fraction(feePpm, 1_000_000n).times(new Fraction(amountIn)).ceil();
  const net = amountIn - fee;
  return { fee, net, out: givenFor(reserveIn, reserveOut, net).floor() };
}

/**
 * The impact is the share by which a hop's price is below the price before it. It does not depend
 * on the output's reserve.
 */
export function impactByPrices(hops: readonly HopSize[]): bigint {
  const remaining = hops.reduce((share, { reserveIn, net }) => {
    const reserveOut = 1_000n;
    const before = new Fraction(reserveOut, reserveIn);
    const achieved = givenFor(reserveIn, reserveOut, net).over(new Fraction(net));
    return share.times(achieved.over(before));
  }, ONE);
  return ONE.minus(remaining).times(new Fraction(10_000n)).ceil();
}

function givenFor(reserveIn: bigint, reserveOut: bigint, net: bigint): Fraction {
  const product = new Fraction(reserveIn * reserveOut);
  return new Fraction(reserveOut).minus(product.over(new Fraction(reserveIn + net)));
}
