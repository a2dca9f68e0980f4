/**
 * Market-days of the sandbox's price model, with and without injected moves. Seeded, so they are
 * the same on every machine.
 */
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { PriceModel } from "#services/sandbox/prices/price-model.ts";
import { Random } from "#services/sandbox/seed/random.ts";

export const DAY_MINUTES = 1_440;
/** The first day warms the detectors up and is not measured. */
const WARM_DAYS = 1;
const STEP_SECONDS = 5;
const STEPS = 60 / STEP_SECONDS;
/**
 * Volatility in each regime of the model, the wild one last. A return beyond this many deviations
 * of its noise is one of the model's jumps.
 */
const REGIME_VOLATILITY = [0.6, 1, 2.2];
const JUMP_DEVIATIONS = 5.5;

export const SHAPES = ["step", "ramp", "grind"] as const;
export type Shape = (typeof SHAPES)[number];

export type Injection = {
  shape: Shape;
  direction: "up" | "down";
  /**
   * Fractional minutes since the start: when the move starts, and when its whole size is in the
   * price.
   */
  from: number;
  to: number;
};

export type Course = {
  market: string;
  /** One close per minute. */
  closes: number[];
  injections: Injection[];
  /**
   * Minutes in which the model itself jumped or was in its wild regime: an alarm there has a cause.
   */
  events: number[];
};

/**
 * All markets of a seed: `measuredDays` days after the warm-up. If `injected`, each market has one
 * injected move a day.
 */
export function makeCourses(seed: string, measuredDays: number, injected: boolean): Course[] {
  const minutes = (WARM_DAYS + measuredDays) * DAY_MINUTES;
  const random = Random.fromSeed(`injections:${seed}`);
  const model = new PriceModel(SIMULATED_MARKETS, seed);
  const tracks = SIMULATED_MARKETS.map((terms) => {
    const { symbol, commonVolatility, ownVolatility } = terms;
    const second = Math.hypot(commonVolatility, ownVolatility) / 1e12;
    const drawn = Array.from({ length: measuredDays }, (_, day) => drawInjection(random, day));
    const course: Course = {
      market: symbol,
      closes: [],
      injections: injected ? drawn.map(({ injection }) => injection) : [],
      events: [],
    };
    const noise = second * Math.sqrt(STEP_SECONDS);
    return { course, sizes: drawn.map(({ size }) => size), noise, last: 0 };
  });
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let step = 0; step < STEPS; step += 1) {
      model.step(STEP_SECONDS);
      const { regime } = model.save();
      const isWild = regime === REGIME_VOLATILITY.length - 1;
      const deviations = JUMP_DEVIATIONS * (REGIME_VOLATILITY[regime] ?? 1);
      for (const track of tracks) {
        const price = Number(model.ticks(track.course.market));
        const isJump =
          track.last > 0 && Math.abs(price / track.last - 1) >= deviations * track.noise;
        if (isJump || isWild) track.course.events.push(minute);
        track.last = price;
      }
    }
    for (const { course, sizes, last } of tracks) {
      course.closes.push(last * factorAt(course.injections, sizes, minute + 1));
    }
  }
  return tracks.map(({ course }) => course);
}

/**
 * Draws a move of 1 to 6 %: at once, in 10 to 30 minutes, or in 2 to 4 hours. It starts early
 * enough to end on its day.
 */
function drawInjection(random: Random, day: number): { injection: Injection; size: number } {
  const shape = SHAPES[random.below(SHAPES.length)] ?? "step";
  const minutes = { step: 0, ramp: random.between(10, 30), grind: random.between(120, 240) }[shape];
  const offset = random.between(30 * STEPS, 1_150 * STEPS) / STEPS;
  const from = (WARM_DAYS + day) * DAY_MINUTES + offset;
  const direction = random.below(2) === 0 ? "up" : "down";
  const size = random.between(100, 600) / 10_000;
  return {
    injection: { shape, direction, from, to: from + minutes },
    size: direction === "up" ? size : -size,
  };
}

function factorAt(
  injections: readonly Injection[],
  sizes: readonly number[],
  time: number,
): number {
  let factor = 1;
  for (const [index, { from, to }] of injections.entries()) {
    const share = time >= to ? 1 : Math.max(0, (time - from) / (to - from));
    factor *= 1 + (sizes[index] ?? 0) * share;
  }
  return factor;
}
