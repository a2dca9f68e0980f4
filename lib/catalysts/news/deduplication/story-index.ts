/**
 * Indexes the news of the last 48 hours to find an item's voice (the first item with the same text)
 * and its story (the first item about the same matter). The index depends only on the stored rows
 * in their order: a replica that takes over loads them and continues in the same way.
 */

import { findIdf } from "#lib/catalysts/news/reading/idf.ts";
import { SAMENESS } from "#lib/catalysts/news/reading/same-story-limits.ts";
import { hammingDistance, type Simhash, splitBands } from "#lib/catalysts/news/reading/simhash.ts";
import type { NewsDetails } from "#lib/catalysts/schema/news.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";

export type ComparedItem = {
  id: string;
  /** Name of the source that delivered it. */
  source: string;
  /** When it was recorded, Unix milliseconds. */
  at: number;
  type: CatalystType | null;
  /** The assets that it is about. */
  assets: readonly string[];
  details: NewsDetails;
  simhash: Simhash;
  /** The result of `storyWords`. */
  words: readonly string[];
};

export type Assigned = { voiceId: string; storyId: string };

type Vector = { weights: ReadonlyMap<string, number>; length: number };
type Member = { item: ComparedItem; vector: Vector };
/** The first item of a story. */
type First = Pick<ComparedItem, "at" | "source">;
type Story = { id: string; first: First; lastAt: number; members: Member[] };
type Voice = { item: ComparedItem; voiceId: string };

export class StoryIndex {
  readonly #bands = new Map<number, Voice[]>();
  /** By type and name: its stories, ordered by their newest item. */
  readonly #stories = new Map<string, Map<string, Story>>();
  readonly #byId = new Map<string, Story>();
  readonly #storyIdOf = new Map<string, string>();
  #forgottenAt = 0;

  /**
   * Finds the voice and the story of an item, and adds it to the index. Items come in the order in
   * which they are recorded.
   * @param before where its earlier version is: another version is not a new voice
   */
  assign(item: ComparedItem, before: Assigned | undefined): Assigned {
    const voice = before === undefined ? this.#voiceOf(item) : undefined;
    const voiceId = before?.voiceId ?? voice?.voiceId ?? item.id;
    const vector = vectorOf(item.words);
    // An earlier version that was alone may have lacked the words that now show its story.
    const knownStory =
      before !== undefined && before.storyId !== item.id ? before.storyId : undefined;
    const sameText = voice === undefined ? undefined : this.#storyOf(voice.item.id);
    const story = knownStory ?? sameText?.id ?? this.#find(item, vector)?.id ?? item.id;
    // If the index does not know the story of an earlier version, that story began more than 48
    // hours ago.
    const at = before === undefined ? item.at : Number.NEGATIVE_INFINITY;
    this.remember(item, { voiceId, storyId: story }, { at, source: item.source });
    return { voiceId, storyId: story };
  }

  /**
   * Adds an item whose voice and story are known.
   * @param first the first item of its story, which may be older than the index
   */
  remember(item: ComparedItem, { voiceId, storyId }: Assigned, first: First = item): void {
    for (const band of splitBands(item.simhash)) {
      const voices = this.#bands.get(band);
      if (voices === undefined) this.#bands.set(band, [{ item, voiceId }]);
      else voices.push({ item, voiceId });
    }
    const story = this.#byId.get(storyId) ?? { id: storyId, first, lastAt: 0, members: [] };
    story.lastAt = item.at;
    story.members = withNewest(story.members, { item, vector: vectorOf(item.words) });
    this.#byId.set(storyId, story);
    this.#storyIdOf.set(item.id, storyId);
    // A story that takes no more items would push out stories that still do.
    if (isWithin(item.at, story.first.at, SAMENESS.storyMs)) {
      for (const key of keysOf(item)) this.#file(key, story);
    }
    this.#forget(item.at);
  }

  #storyOf(itemId: string): Story | undefined {
    return this.#byId.get(this.#storyIdOf.get(itemId) ?? "");
  }

  #file(key: string, story: Story): void {
    const stories = this.#stories.get(key) ?? new Map<string, Story>();
    // A map keeps the order of insertion.
    stories.delete(story.id);
    stories.set(story.id, story);
    const { all, ofSource } = SAMENESS.comparedStories;
    const { source } = story.first;
    const theirs = [...stories.values()].filter(({ first }) => first.source === source);
    const [oldest] = theirs.length > ofSource ? theirs : stories.values();
    const isFull = theirs.length > ofSource || stories.size > all;
    if (isFull && oldest !== undefined) stories.delete(oldest.id);
    this.#stories.set(key, stories);
  }

  #voiceOf(item: ComparedItem): Voice | undefined {
    for (const band of splitBands(item.simhash)) {
      const found = this.#bands.get(band)?.find((voice) => isSameText(voice.item, item));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The story with the most similar item; of equals, the one with the newest item. */
  #find(item: ComparedItem, vector: Vector): Story | undefined {
    let best: { story: Story; cosine: number } | undefined;
    const seen = new Set<string>();
    for (const key of keysOf(item)) {
      for (const story of [...(this.#stories.get(key)?.values() ?? [])].toReversed()) {
        if (seen.has(story.id) || !isInTime(story, item.at)) continue;
        seen.add(story.id);
        const cosine = likeness(story, item, vector);
        if (cosine >= SAMENESS.cosine && cosine > (best?.cosine ?? 0)) best = { story, cosine };
      }
    }
    return best?.story;
  }

  /**
   * Once an hour, drops what is more than 48 hours away: it can be neither a voice nor a story any
   * more.
   */
  #forget(now: number): void {
    if (isWithin(now, this.#forgottenAt, HOUR_MS)) return;
    this.#forgottenAt = now;
    const isOver = (at: number): boolean => !isWithin(now, at, SAMENESS.storyMs);
    for (const [band, voices] of this.#bands) {
      const recent = voices.filter(({ item }) => !isOver(item.at));
      if (recent.length > 0) this.#bands.set(band, recent);
      else this.#bands.delete(band);
    }
    for (const [key, stories] of this.#stories) {
      for (const story of stories.values()) if (isOver(story.lastAt)) stories.delete(story.id);
      if (stories.size === 0) this.#stories.delete(key);
    }
    for (const story of this.#byId.values()) if (isOver(story.lastAt)) this.#byId.delete(story.id);
    for (const [item, story] of this.#storyIdOf) {
      if (!this.#byId.has(story)) this.#storyIdOf.delete(item);
    }
  }
}

/** Items of a story share at least one key: the type with an asset, an exchange or an actor. */
function keysOf({ type, assets, details }: ComparedItem): string[] {
  // An item without an event belongs only to the story of its text.
  if (type === null) return [];
  return [...assets, ...details.exchanges, ...details.actors].map((name) => `${type}|${name}`);
}

function isInTime(story: Story, at: number): boolean {
  return (
    isWithin(at, story.lastAt, SAMENESS.itemMs) && isWithin(at, story.first.at, SAMENESS.storyMs)
  );
}

/** Times of items may go back after a clock that was ahead. */
function isWithin(one: number, other: number, mostMs: number): boolean {
  return Math.abs(one - other) <= mostMs;
}

/** The newest items of a story; one source can have only some of them. */
function withNewest(members: readonly Member[], added: Member): Member[] {
  const { all, ofSource } = SAMENESS.comparedItems;
  const isTheirs = ({ item }: Member): boolean => item.source === added.item.source;
  const oldest = members.filter(isTheirs).length >= ofSource ? members.find(isTheirs) : undefined;
  return [...members.filter((member) => member !== oldest), added].slice(-all);
}

/** 0 when the item contradicts an item of the story. */
function likeness(story: Story, item: ComparedItem, vector: Vector): number {
  let most = 0;
  for (const member of story.members) {
    if (!isWithin(item.at, member.item.at, SAMENESS.itemMs)) continue;
    if (contradicts(member.item.details, item.details) || isOfOther(member.item, item)) return 0;
    most = Math.max(most, cosineOf(member.vector, vector));
  }
  return most;
}

function isSameText(one: ComparedItem, other: ComparedItem): boolean {
  if (!isWithin(other.at, one.at, SAMENESS.storyMs)) return false;
  if (hammingDistance(one.simhash, other.simhash) > SAMENESS.voiceBits) return false;
  // The same words about another name or amount are a form letter.
  const isSame = (mine: readonly unknown[], theirs: readonly unknown[]) =>
    mine.length === theirs.length && mine.every((value) => theirs.includes(value));
  return isSame(one.assets, other.assets) && isSame(one.details.amounts, other.details.amounts);
}

/** True when both name exchanges, amounts or days, and share none. */
export function contradicts(one: NewsDetails, other: NewsDetails): boolean {
  const differ = <Value>(
    mine: readonly Value[],
    theirs: readonly Value[],
    isSame: (a: Value, b: Value) => boolean,
  ) =>
    mine.length > 0 &&
    theirs.length > 0 &&
    !mine.some((value) => theirs.some((their) => isSame(value, their)));
  const isEqual = (a: string, b: string) => a === b;
  const isNear = (a: number, b: number) => Math.max(a, b) <= SAMENESS.amountFactor * Math.min(a, b);
  return (
    differ(one.exchanges, other.exchanges, isEqual) ||
    differ(one.amounts, other.amounts, isNear) ||
    differ(one.days, other.days, isEqual)
  );
}

/**
 * A listing, an approval or an unlock of another asset is another story. A hack is not, because its
 * reports learn over time which assets were lost.
 */
function isOfOther({ type, assets }: ComparedItem, other: ComparedItem): boolean {
  if (type === "hack" || assets.length === 0 || other.assets.length === 0) return false;
  return !assets.some((asset) => other.assets.includes(asset));
}

function vectorOf(words: readonly string[]): Vector {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  let sum = 0;
  const weights = new Map<string, number>();
  for (const [word, count] of counts) {
    const weight = (1 + Math.log(count)) * weightOf(word);
    weights.set(word, weight);
    sum += weight * weight;
  }
  return { weights, length: Math.sqrt(sum) };
}

function weightOf(word: string): number {
  const { actor, asset, amount, action, mostOfWord } = SAMENESS.weights;
  if (word.startsWith("@")) return /^@[A-Z]/.test(word) ? asset : actor;
  if (word.startsWith("!")) return action;
  if (word.startsWith("#")) return amount;
  return Math.max(0.2, Math.min(mostOfWord, findIdf(word)));
}

function cosineOf(one: Vector, other: Vector): number {
  if (one.length === 0 || other.length === 0) return 0;
  let sum = 0;
  for (const [word, weight] of one.weights) sum += weight * (other.weights.get(word) ?? 0);
  return sum / (one.length * other.length);
}
