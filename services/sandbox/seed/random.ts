/** Seeded pseudo-random numbers in integers only, so that a run is the same on every machine. */
import { createHash } from "node:crypto";

export type RandomState = [number, number, number, number];

/** One standard deviation of {@link Random.gaussian}. */
export const GAUSSIAN_UNIT = 65_536;

const GAUSSIAN_DRAWS = 6;
/** Twelve 16-bit numbers: their sum has a deviation of 65,536 and this mean. */
const GAUSSIAN_MEAN = (2 * GAUSSIAN_DRAWS * 0xffff) / 2;

/** The generator sfc32: 128 bits of state, period of at least 2^32, good enough for a simulated market. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(state: RandomState) {
    [this.#a, this.#b, this.#c, this.#counter] = state;
  }

  /** A generator that any text seeds. */
  static fromSeed(seed: string): Random {
    const hash = createHash("sha256").update(seed).digest();
    return new Random([
      hash.readUInt32LE(0),
      hash.readUInt32LE(4),
      hash.readUInt32LE(8),
      hash.readUInt32LE(12),
    ]);
  }

  state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  /** 0 to 2^32 - 1. */
  u32(): number {
    const sum = (this.#a + this.#b + this.#counter) >>> 0;
    this.#counter = (this.#counter + 1) >>> 0;
    this.#a = (this.#b ^ (this.#b >>> 9)) >>> 0;
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0;
    return sum;
  }

  /** 0 to `limit - 1`, for a limit far below 2^32 (the bias is then immaterial). */
  below(limit: number): number {
    return this.u32() % limit;
  }

  /** `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True once in `mean` calls on average. */
  oneIn(mean: number): boolean {
    return this.u32() < 0x1_0000_0000 / mean;
  }

  /** Close to normal, mean 0, deviation {@link GAUSSIAN_UNIT}, never beyond six deviations. */
  gaussian(): number {
    let sum = -GAUSSIAN_MEAN;
    for (let draw = 0; draw < GAUSSIAN_DRAWS; draw += 1) {
      const bits = this.u32();
      sum += (bits & 0xffff) + (bits >>> 16);
    }
    return sum;
  }
}
