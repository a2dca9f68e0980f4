/**
 * Days of the sandbox's story for the evaluation: bars, feeds and the truth. Seeded, so they are
 * the same on every machine.
 */
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { returnOfEffects } from "#services/sandbox/prices/effects.ts";
import { SIMULATED_MARKETS } from "#services/sandbox/prices/market-terms.ts";
import { PriceModel } from "#services/sandbox/prices/price-model.ts";
import type { StoryEffect, StoryEvent, StoryItem } from "#services/sandbox/story/story.ts";
import { storyOf } from "#services/sandbox/story/story-of.ts";
import { type StoryPair, withSecondStory } from "./second-stories.ts";

const STEP_SECONDS = 5;
/** An arbitrary day, because the story does not depend on the season. */
const FIRST_DAY = 20_500;
/** Days that warm the detector up and are not measured. */
const WARM_DAYS = 1;

export type StoryWorld = {
  /** Start and end of the measured time, Unix milliseconds. */
  measuredFrom: number;
  end: number;
  /** Start of the first minute. */
  start: number;
  closes: { market: string; closes: number[] }[];
  events: StoryEvent[];
  effects: StoryEffect[];
  /** In order of publication. */
  items: StoryItem[];
  /** The pairs of stories within half an hour. */
  pairs: StoryPair[];
};

/** @param isCrowded true: another story follows one of the day's within half an hour */
export function makeStoryWorld(seed: string, measuredDays: number, isCrowded = false): StoryWorld {
  const start = FIRST_DAY * DAY_MS;
  const days = Array.from({ length: WARM_DAYS + measuredDays }, (_, index) => FIRST_DAY + index);
  const made = days.map((day) => {
    const story = storyOf(seed, day);
    return isCrowded ? withSecondStory(story, seed, day) : { story, pair: undefined };
  });
  const stories = made.map(({ story }) => story);
  const effects = stories.flatMap((story) => story.effects);
  const items = stories.flatMap((story) => story.items);
  return {
    start,
    measuredFrom: start + WARM_DAYS * DAY_MS,
    end: start + days.length * DAY_MS,
    closes: makeCloses(seed, { start, days: days.length, effects }),
    events: stories.flatMap((story) => story.events),
    effects,
    pairs: made.flatMap(({ pair }) => pair ?? []),
    items: items.toSorted((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1)),
  };
}

/** Makes closes as the sandbox makes its history. */
function makeCloses(
  seed: string,
  { start, days, effects }: { start: number; days: number; effects: readonly StoryEffect[] },
): StoryWorld["closes"] {
  const model = new PriceModel(SIMULATED_MARKETS, seed);
  const tracks = SIMULATED_MARKETS.map(({ symbol }) => ({
    market: symbol,
    closes: [] as number[],
    effects: effects.filter(({ market }) => market === symbol),
  }));
  const end = start + days * DAY_MS;
  for (let time = start; time < end; time += STEP_SECONDS * 1000) {
    model.step(STEP_SECONDS);
    const until = time + (STEP_SECONDS - 1) * 1000;
    for (const { market, closes, effects: own } of tracks) {
      const change = returnOfEffects(own, time - 1000, until);
      if (change !== 0n) model.shift(market, change);
      const isLast = (until + 1000) % MINUTE_MS === 0;
      if (isLast) closes.push(Number(model.ticks(market)));
    }
  }
  return tracks;
}
