/** What the story adds to the course of the prices. It has no state: what happened in a time follows from seed and time alone. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { PriceEffects } from "#services/sandbox/prices/simulated-prices.ts";
import type { StoryEffect } from "#services/sandbox/story/story.ts";
import { storyOf } from "#services/sandbox/story/story-of.ts";

/** Returns are counted in 1e-12, as in the price model. */
const RETURN_SCALE = 1e12;

export class StoryEffects implements PriceEffects {
  readonly #seed: string;
  #day = Number.NaN;
  /** Of `#day`, by market. No effect goes beyond its day. */
  #effects = new Map<string, StoryEffect[]>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  returnOf(market: string, from: number, to: number): bigint {
    const day = Math.floor(to / DAY_MS);
    if (day !== this.#day) this.#load(day);
    const effects = this.#effects.get(market);
    if (effects === undefined) return 0n;
    return returnOfEffects(effects, from, to);
  }

  #load(day: number): void {
    this.#day = day;
    this.#effects = Map.groupBy(storyOf(this.#seed, day).effects, ({ market }) => market);
  }
}

/** What these effects of one market add to its price between two times (Unix milliseconds), in 1e-12. */
export function returnOfEffects(effects: readonly StoryEffect[], from: number, to: number): bigint {
  let change = 1;
  for (const effect of effects) {
    if (to < effect.from || from >= effect.to + 1) continue;
    change *= (1 + effect.size * shareAt(effect, to)) / (1 + effect.size * shareAt(effect, from));
  }
  return change === 1 ? 0n : BigInt(Math.round((change - 1) * RETURN_SCALE));
}

/** How much of an effect is in the price, from 0 to 1. */
export function shareAt({ from, to }: StoryEffect, time: number): number {
  if (time >= to) return 1;
  return Math.max(0, (time - from) / (to - from));
}
