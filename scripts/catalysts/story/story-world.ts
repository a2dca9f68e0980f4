/** Days of the sandbox's story for the evaluation: bars, feeds, and the truth. Seeded: the same on every machine. */
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { PriceModel } from "#services/sandbox/prices/price-model.ts";
import { StoryEffects } from "#services/sandbox/story/effects.ts";
import type { StoryEffect, StoryEvent, StoryItem } from "#services/sandbox/story/story.ts";
import { DAY_MS, storyOf } from "#services/sandbox/story/story-of.ts";

const MINUTE_MS = 60_000;
const STEP_SECONDS = 5;
/** Any day: the story does not depend on the season. */
const FIRST_DAY = 20_500;
/** It warms the detector up; moves and news of it are not measured. */
const WARM_DAYS = 1;

export type StoryWorld = {
  /** When what is measured begins, and the end, in Unix milliseconds. */
  measuredFrom: number;
  end: number;
  /** The first minute's start. */
  start: number;
  closes: { market: string; closes: number[] }[];
  events: StoryEvent[];
  effects: StoryEffect[];
  /** In the order in which they are published. */
  items: StoryItem[];
};

export function makeStoryWorld(seed: string, measuredDays: number): StoryWorld {
  const start = FIRST_DAY * DAY_MS;
  const days = Array.from({ length: WARM_DAYS + measuredDays }, (_, index) => FIRST_DAY + index);
  const stories = days.map((day) => storyOf(seed, day));
  const items = stories.flatMap((story) => story.items);
  return {
    start,
    measuredFrom: start + WARM_DAYS * DAY_MS,
    end: start + days.length * DAY_MS,
    closes: makeCloses(seed, start, days.length),
    events: stories.flatMap((story) => story.events),
    effects: stories.flatMap((story) => story.effects),
    items: items.toSorted((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1)),
  };
}

/** As the sandbox makes its past. */
function makeCloses(seed: string, start: number, days: number): StoryWorld["closes"] {
  const model = new PriceModel(SIMULATED_MARKETS, seed);
  const effects = new StoryEffects(seed);
  const tracks = SIMULATED_MARKETS.map(({ symbol }) => ({
    market: symbol,
    closes: [] as number[],
  }));
  const end = start + days * DAY_MS;
  for (let time = start; time < end; time += STEP_SECONDS * 1000) {
    model.step(STEP_SECONDS);
    const until = time + (STEP_SECONDS - 1) * 1000;
    for (const { market, closes } of tracks) {
      const change = effects.returnOf(market, time - 1000, until);
      if (change !== 0n) model.shift(market, change);
      const isLast = (until + 1000) % MINUTE_MS === 0;
      if (isLast) closes.push(Number(model.ticks(market)));
    }
  }
  return tracks;
}
