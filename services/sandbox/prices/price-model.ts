/**
 * The simulated market: a factor common to all markets plus each one's own noise, three regimes of
 * volatility, rare jumps, and a pull to an anchor that itself wanders slowly around the base price, so that
 * a demo left on for weeks stays plausible. Integers only: a price never accumulates rounding of floats.
 */

import { GAUSSIAN_UNIT, Random, type RandomState } from "#services/sandbox/seed/random.ts";
import type { MarketTerms } from "./market-terms.ts";

/** Prices are kept in millionths of a tick: the pull of one second is far less than a tick. */
const SUBTICKS = 1_000_000n;
/** Returns are counted in 1e-12. */
const RETURN_SCALE = 1_000_000_000_000n;

/** Seconds that one step may stand for, with the square root of each in thousandths. */
const STEP_ROOT = { 1: 1000, 5: 2236, 15: 3873 } as const;
export type StepSeconds = keyof typeof STEP_ROOT;

/** Percent of the normal volatility in each regime, and how long it lasts on average, in seconds. */
const REGIMES = [
  { volatilityPercent: 60, meanSeconds: 5 * 3600 },
  { volatilityPercent: 100, meanSeconds: 3 * 3600 },
  { volatilityPercent: 220, meanSeconds: 2400 },
] as const;
const NORMAL_REGIME = 1;

/** Pull of a second in 1e-12: half of a distance is gone after two days (price), a month (anchor). */
const PRICE_PULL = 4_000_000n;
const ANCHOR_PULL = 300_000n;
const ANCHOR_VOLATILITY = 42_000_000;

/** Mean seconds between jumps, and their size in 1e-12. */
const OWN_JUMP = { meanSeconds: 6 * 3600, low: 1500, high: 9000 };
const COMMON_JUMP = { meanSeconds: 24 * 3600, low: 2500, high: 12_000 };
const JUMP_UNIT = 1_000_000;

type Track = { terms: MarketTerms; base: bigint; price: bigint; anchor: bigint };

export type ModelState = {
  random: RandomState;
  regime: number;
  /** By symbol: where the price is pulled to, in millionths of a tick. */
  anchors: Record<string, string>;
};

export class PriceModel {
  #random: Random;
  #regime = NORMAL_REGIME;
  readonly #tracks = new Map<string, Track>();

  constructor(markets: readonly MarketTerms[], seed: string) {
    this.#random = Random.fromSeed(`market:${seed}`);
    for (const terms of markets) {
      const base = terms.baseTicks * SUBTICKS;
      this.#tracks.set(terms.symbol, { terms, base, price: base, anchor: base });
    }
  }

  /** Lets time pass for every market that is not held still. */
  step(seconds: StepSeconds, still?: ReadonlySet<string>): void {
    const random = this.#random;
    const stay = REGIMES[this.#regime]?.meanSeconds ?? 3600;
    if (random.oneIn(stay / seconds)) this.#regime = nextRegime(this.#regime, random);
    const percent = REGIMES[this.#regime]?.volatilityPercent ?? 100;
    const spread = (STEP_ROOT[seconds] * percent) / 100;
    const common = random.gaussian();
    const commonJump = jump(random, COMMON_JUMP, seconds);
    for (const track of this.#tracks.values()) {
      const { commonVolatility, ownVolatility } = track.terms;
      const noise = commonVolatility * common + ownVolatility * random.gaussian();
      const wander = ANCHOR_VOLATILITY * random.gaussian();
      const shock = commonJump + jump(random, OWN_JUMP, seconds);
      if (still?.has(track.terms.symbol)) continue;
      move(track, { noise: scaled(noise, spread) + shock, wander, seconds });
    }
  }

  /** The price of a market in whole ticks, at least one. */
  ticks(symbol: string): bigint {
    const ticks = this.#track(symbol).price / SUBTICKS;
    return ticks > 0n ? ticks : 1n;
  }

  /** Moves the price, and its pull, to another value: the simulation continues from there. */
  steer(symbol: string, ticks: bigint): void {
    const track = this.#track(symbol);
    track.price = ticks * SUBTICKS;
    track.anchor = track.price;
  }

  /** Changes the price by a fraction of itself in 1e-12. It is pulled back to where it was over days. */
  shift(symbol: string, change: bigint): void {
    const track = this.#track(symbol);
    track.price += (track.price * change) / RETURN_SCALE;
  }

  save(): ModelState {
    const anchors = [...this.#tracks].map(([symbol, track]) => [symbol, track.anchor.toString()]);
    return {
      random: this.#random.state(),
      regime: this.#regime,
      anchors: Object.fromEntries(anchors) as Record<string, string>,
    };
  }

  restore(state: ModelState): void {
    this.#random = new Random(state.random);
    this.#regime = state.regime;
    for (const [symbol, track] of this.#tracks) {
      const anchor = state.anchors[symbol];
      if (anchor !== undefined) track.anchor = BigInt(anchor);
    }
  }

  #track(symbol: string): Track {
    const track = this.#tracks.get(symbol);
    if (!track) throw new RangeError(`no simulated market ${symbol}`);
    return track;
  }
}

/** From calm or wild it returns to normal; from normal it turns calm twice as often as wild. */
function nextRegime(regime: number, random: Random): number {
  if (regime !== NORMAL_REGIME) return NORMAL_REGIME;
  return random.below(3) < 2 ? 0 : 2;
}

function jump(
  random: Random,
  kind: { meanSeconds: number; low: number; high: number },
  seconds: number,
): number {
  if (!random.oneIn(kind.meanSeconds / seconds)) return 0;
  const size = random.between(kind.low, kind.high) * JUMP_UNIT;
  return random.below(2) === 0 ? size : -size;
}

/** A draw times a volatility, in 1e-12, for a spread in thousandths. */
function scaled(draw: number, spread: number): number {
  return Math.trunc(((draw / GAUSSIAN_UNIT) * spread) / 1000);
}

function move(track: Track, step: { noise: number; wander: number; seconds: StepSeconds }): void {
  const seconds = BigInt(step.seconds);
  const { price, anchor, base } = track;
  const wander = BigInt(scaled(step.wander, STEP_ROOT[step.seconds]));
  track.anchor += (anchor * wander + (base - anchor) * ANCHOR_PULL * seconds) / RETURN_SCALE;
  const pull = (anchor - price) * PRICE_PULL * seconds;
  track.price += (price * BigInt(step.noise) + pull) / RETURN_SCALE;
}
