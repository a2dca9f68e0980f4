/** What publishers write of an event, one after another, each in its own words. */

import { createHash } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "#lib/protocol/durations.ts";
import type { Random } from "#services/sandbox/seed/random.ts";
import type { StoryAsset } from "./cast.ts";
import { templatesFor } from "./kinds.ts";
import { STRONG_PUBLISHERS, WEAK_PUBLISHER } from "./publishers.ts";
import type { StoryEvent, StoryItem } from "./story.ts";
import type { KindTexts } from "./texts/kind-texts.ts";
import { drawWords, fillTemplate } from "./words.ts";

const ID_CHARACTERS = 16;

/** A kind of event that happens to an asset; of macro events the asset is only there to fill words. */
export type Matter = {
  event: StoryEvent;
  kind: KindTexts;
  /** One of the kind's matters. */
  headlines: readonly string[];
  asset: StoryAsset;
};

export type ReportOptions = { random: Random; isDevelopment: boolean };

export function hashId(...parts: readonly (string | number)[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, ID_CHARACTERS);
}

/** Takes each text once, in a random order, and from the beginning when all were taken. */
export function dealer<Value>(values: readonly Value[], random: Random): () => Value {
  let left: Value[] = [];
  return () => {
    if (left.length === 0) left = [...values];
    const [taken] = left.splice(random.below(left.length), 1);
    if (taken === undefined) throw new RangeError("nothing to deal");
    return taken;
  };
}

/** Writers of an event's items: each call is another text by another publisher. */
export function reporter(matter: Matter, options: ReportOptions) {
  const { event, kind, asset } = matter;
  const { random, isDevelopment } = options;
  const words = drawWords(random, { asset, direction: event.direction, at: event.at });
  const nextHeadline = dealer(templatesFor(matter.headlines, isDevelopment), random);
  const nextSummary = dealer(templatesFor(kind.summaries, isDevelopment), random);
  const nextDenial = dealer(templatesFor(kind.denials, isDevelopment), random);
  let count = 0;
  const item = (kindOfItem: "report" | "denial", publisher: string, publishedAt: number) => {
    const headline = kindOfItem === "denial" ? nextDenial() : nextHeadline();
    count += 1;
    return {
      id: hashId(event.id, count),
      publisher,
      publishedAt,
      headline: fillTemplate(headline, words, random),
      summary: fillTemplate(kindOfItem === "denial" ? headline : nextSummary(), words, random),
      kind: kindOfItem,
      eventId: event.id,
      assets: event.assets,
    } satisfies StoryItem;
  };
  return {
    report: (publisher: string, publishedAt: number) => item("report", publisher, publishedAt),
    denial: (publisher: string, publishedAt: number) => item("denial", publisher, publishedAt),
    /** The same text under another name. */
    copy: (of: StoryItem, publisher: string, publishedAt: number): StoryItem => {
      count += 1;
      return { ...of, id: hashId(event.id, count), publisher, publishedAt };
    },
  };
}

/** One to five reports of what happened: most within 3 minutes, some after 5 to 40. */
export function reportsOf(matter: Matter, options: ReportOptions): StoryItem[] {
  const { random } = options;
  const write = reporter(matter, options);
  const nextPublisher = dealer(STRONG_PUBLISHERS, random);
  const isLate = random.below(5) === 0;
  const delay = isLate
    ? random.between(5 * 60, 40 * 60) * SECOND_MS
    : random.between(5, 180) * SECOND_MS;
  let at = matter.event.at + delay;
  const startsAsRumour = random.below(7) === 0;
  const first = write.report(startsAsRumour ? WEAK_PUBLISHER : nextPublisher(), at);
  const items: StoryItem[] = [first];
  const voices = random.below(5);
  for (let voice = 0; voice < voices; voice += 1) {
    at += random.between(30, 15 * 60) * SECOND_MS;
    const isCopy = random.below(6) === 0;
    items.push(isCopy ? write.copy(first, nextPublisher(), at) : write.report(nextPublisher(), at));
  }
  return items;
}

/** A weak publisher made it up; one or two others deny it within 20 to 90 minutes. */
export function rumourOf(matter: Matter, options: ReportOptions): StoryItem[] {
  const { random } = options;
  const write = reporter(matter, options);
  const nextPublisher = dealer(STRONG_PUBLISHERS, random);
  const at = matter.event.at;
  const items: StoryItem[] = [write.report(WEAK_PUBLISHER, at)];
  const denials = random.between(1, 2);
  for (let denial = 0; denial < denials; denial += 1) {
    items.push(write.denial(nextPublisher(), at + random.between(20, 90) * MINUTE_MS));
  }
  return items;
}
