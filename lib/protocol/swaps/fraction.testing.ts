/**
 * Exact fractions, and with them what a constant-product pool gives, derived from `x · y = k` and from prices alone: it
 * shares no expression with `pool-math.ts`.
 */
import type { HopSize, Reserves, SwapOutput } from "./pool-math.ts";

export class Fraction {
  readonly #top: bigint;
  readonly #bottom: bigint;

  /** `bottom` is above zero. */
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

  /** `other` is above zero. */
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

/** After the swap the product of reserves, without the fee, is what it was before. */
export function outputByProduct(
  { reserveIn, reserveOut }: Reserves,
  amountIn: bigint,
  feePpm: bigint,
): SwapOutput {
  const fee = new Fraction(feePpm, 1_000_000n).times(new Fraction(amountIn)).ceil();
  const net = amountIn - fee;
  return { fee, net, out: givenFor(reserveIn, reserveOut, net).floor() };
}

/** Impact is the share by which the price that a hop gets is below the price before it. Any reserve gives the same share. */
export function impactByPrices(hops: readonly HopSize[]): bigint {
  const kept = hops.reduce((share, { reserveIn, net }) => {
    const reserveOut = 1_000n;
    const before = new Fraction(reserveOut, reserveIn);
    const achieved = givenFor(reserveIn, reserveOut, net).over(new Fraction(net));
    return share.times(achieved.over(before));
  }, ONE);
  return ONE.minus(kept).times(new Fraction(10_000n)).ceil();
}

function givenFor(reserveIn: bigint, reserveOut: bigint, net: bigint): Fraction {
  const product = new Fraction(reserveIn * reserveOut);
  return new Fraction(reserveOut).minus(product.over(new Fraction(reserveIn + net)));
}
