/** What the simulated publishers have put out by now: the story's items, and those of events that a person caused. */

import type { Clock } from "#lib/kernel/time/clock.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { type CausedEvents, wireItemOf } from "#services/sandbox/story/caused-events.ts";
import type { WireItem } from "#services/sandbox/story/story.ts";
import { storyOf } from "#services/sandbox/story/story-of.ts";

/** As long as the past with which the first start begins. */
const KEPT_DAYS = 7;

export type NewsroomParts = {
  /** Undefined: there is no news but the caused one. */
  seed: string | undefined;
  caused: CausedEvents;
  clock: Clock;
};

export class Newsroom {
  readonly #parts: NewsroomParts;
  /** By day, of the days that are kept. */
  #stories = new Map<number, WireItem[]>();

  constructor(parts: NewsroomParts) {
    this.#parts = parts;
  }

  /** The newest first. */
  published(): WireItem[] {
    const now = this.#parts.clock.now();
    const all = [...this.#storyItems(now), ...this.#parts.caused.items];
    return all
      .filter(({ publishedAt }) => publishedAt <= now && publishedAt > now - KEPT_DAYS * DAY_MS)
      .toSorted((a, b) => b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1));
  }

  #storyItems(now: number): WireItem[] {
    const { seed } = this.#parts;
    if (seed === undefined) return [];
    const today = Math.floor(now / DAY_MS);
    const days = Array.from({ length: KEPT_DAYS + 1 }, (_, back) => today - back);
    const known = this.#stories;
    this.#stories = new Map(
      days.map((day) => [day, known.get(day) ?? storyOf(seed, day).items.map(wireItemOf)]),
    );
    return [...this.#stories.values()].flat();
  }
}
