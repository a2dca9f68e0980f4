/** What is on the wire beside reports of events: recaps of prices, talk, things that only sound alike, and attacks. */
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import { OTHERS, type StoryAsset, TRADED } from "./cast.ts";
import { templatesFor } from "./kinds.ts";
import { PUBLISHERS, STRONG_PUBLISHERS, WEAK_PUBLISHER } from "./publishers.ts";
import { dealer, hashId } from "./reports.ts";
import type { StoryEffect, StoryItem } from "./story.ts";
import { CHATTER, FALL_RECAPS, HOMONYMS, RISE_RECAPS } from "./texts/noise.ts";
import { POISON } from "./texts/poison.ts";
import { drawWords, fillTemplate, moveWords } from "./words.ts";

const DAY_MINUTES = 1_440;
const SLUGS = PUBLISHERS.map(({ slug }) => slug);

export type SideOptions = {
  random: Random;
  isDevelopment: boolean;
  /** Start of the day, and a text that makes its ids. */
  start: number;
  key: string;
};

/** One or two items that tell of the price after most moves. */
export function recapsOf(
  effect: StoryEffect,
  asset: StoryAsset,
  options: SideOptions,
): StoryItem[] {
  const { random, isDevelopment, key } = options;
  if (random.below(5) === 0) return [];
  const texts = effect.size < 0 ? FALL_RECAPS : RISE_RECAPS;
  const next = dealer(templatesFor(texts, isDevelopment), random);
  const words = moveWords(asset, effect.size);
  return Array.from({ length: random.between(1, 2) }, (_, index) => {
    const template = next();
    return {
      id: hashId(key, "recap", effect.market, effect.from, index),
      publisher: pick(SLUGS, random),
      publishedAt: effect.to + random.between(4, 40) * MINUTE_MS,
      headline: fillTemplate(template, words, random),
      summary: fillTemplate(
        "{asset} changed hands {move} away from its earlier price.",
        words,
        random,
      ),
      kind: "recap",
      eventId: effect.eventId,
      assets: [asset.ticker],
    };
  });
}

/** Talk, homonyms and attacks of one day. */
export function noiseOf(options: SideOptions): StoryItem[] {
  const { random, isDevelopment } = options;
  const chatter = dealer(templatesFor(CHATTER, isDevelopment), random);
  const homonym = dealer(templatesFor(HOMONYMS, isDevelopment), random);
  const poison = dealer(templatesFor(POISON, isDevelopment), random);
  const items: StoryItem[] = [];
  const add = (kind: "chatter" | "homonym" | "poison", text: Side): void => {
    const asset = pick([...TRADED, ...OTHERS], random);
    const at = options.start + random.below(DAY_MINUTES * 60) * 1000;
    const words = drawWords(random, { asset, direction: "positive", at });
    items.push({
      id: hashId(options.key, kind, items.length),
      publisher: text.publisher ?? pick(SLUGS, random),
      publishedAt: at,
      headline: fillWords(text.headline, words, random),
      summary: fillWords(text.summary, words, random),
      kind,
      eventId: null,
      assets: kind === "homonym" ? [] : [asset.ticker],
    });
  };
  for (let left = random.between(8, 14); left > 0; left -= 1) {
    add("chatter", { headline: chatter(), summary: "More in our weekend edition." });
  }
  for (let left = random.between(2, 4); left > 0; left -= 1) {
    add("homonym", { headline: homonym(), summary: "From our local pages." });
  }
  for (let left = random.below(3); left > 0; left -= 1) {
    const { claims, ...texts } = poison();
    const isWeak = claims || random.below(4) > 0;
    add("poison", {
      ...texts,
      publisher: isWeak ? WEAK_PUBLISHER : pick(STRONG_PUBLISHERS, random),
    });
  }
  return items;
}

type Side = { headline: string; summary: string; publisher?: string };

/** As `fillTemplate`; braces of an attack's own stay as they are. */
function fillWords(text: string, words: ReturnType<typeof drawWords>, random: Random): string {
  return text.replace(/\{(asset|ticker)\}/g, (template) => fillTemplate(template, words, random));
}

export function pick<Value>(values: readonly Value[], random: Random): Value {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new RangeError("nothing to pick");
  return value;
}
