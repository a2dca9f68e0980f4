/**
 * The news of the last 48 hours, to find an item's voice (the first item with the same text) and its story (the first item of the same
 * matter). It follows from the stored rows in their order alone: a replica that takes over loads them and goes on the same way.
 */
import { idfOf } from "#lib/catalysts/news/reading/idf.ts";
import { SAMENESS } from "#lib/catalysts/news/reading/sameness-limits.ts";
import { bandsOf, distance, type Simhash } from "#lib/catalysts/news/reading/simhash.ts";
import type { NewsDetails } from "#lib/platform/db/schema/news.ts";
import type { CatalystType } from "#lib/protocol/enumerations.ts";

const HOUR_MS = 3_600_000;

export type ComparedItem = {
  id: string;
  /** Name of the source that brought it. */
  source: string;
  /** When it was recorded, in Unix milliseconds. */
  at: number;
  type: CatalystType | null;
  /** Symbols that it is about. */
  assets: readonly string[];
  details: NewsDetails;
  simhash: Simhash;
  /** As `storyWords` gives them. */
  words: readonly string[];
};

export type Placed = { voiceId: string; storyId: string };

type Vector = { weights: ReadonlyMap<string, number>; length: number };
type Member = { item: ComparedItem; vector: Vector };
/** The first item of a story. */
type First = Pick<ComparedItem, "at" | "source">;
type Story = { id: string; first: First; lastAt: number; members: Member[] };
type Voice = { item: ComparedItem; voiceId: string };

export class StoryIndex {
  readonly #bands = new Map<number, Voice[]>();
  /** By type and name, the story that was told last at the end. */
  readonly #stories = new Map<string, Map<string, Story>>();
  readonly #byId = new Map<string, Story>();
  readonly #storyIdOf = new Map<string, string>();
  #forgottenAt = 0;

  /**
   * Finds where an item belongs, and remembers it there. Items come in the order in which they are recorded.
   * @param before where its earlier version is: another version is no other voice
   */
  place(item: ComparedItem, before: Placed | undefined): Placed {
    const voice = before === undefined ? this.#voiceOf(item) : undefined;
    const voiceId = before?.voiceId ?? voice?.voiceId ?? item.id;
    const vector = vectorOf(item.words);
    // An earlier version that was alone may have lacked what now shows its story.
    const kept = before !== undefined && before.storyId !== item.id ? before.storyId : undefined;
    const sameText = voice === undefined ? undefined : this.#storyOf(voice.item.id);
    const story = kept ?? sameText?.id ?? this.#find(item, vector)?.id ?? item.id;
    // A story of an earlier version that is not remembered began more than 48 hours ago.
    const at = before === undefined ? item.at : Number.NEGATIVE_INFINITY;
    this.remember(item, { voiceId, storyId: story }, { at, source: item.source });
    return { voiceId, storyId: story };
  }

  /** Takes an item with the place that it was given. @param first of its story, which may be older than what is remembered */
  remember(item: ComparedItem, { voiceId, storyId }: Placed, first: First = item): void {
    for (const band of bandsOf(item.simhash)) {
      const voices = this.#bands.get(band);
      if (voices === undefined) this.#bands.set(band, [{ item, voiceId }]);
      else voices.push({ item, voiceId });
    }
    const story = this.#byId.get(storyId) ?? { id: storyId, first, lastAt: 0, members: [] };
    story.lastAt = item.at;
    story.members = withNewest(story.members, { item, vector: vectorOf(item.words) });
    this.#byId.set(storyId, story);
    this.#storyIdOf.set(item.id, storyId);
    // What takes nothing more would take places from what does.
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
    // The order of a map is that of insertion.
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
    for (const band of bandsOf(item.simhash)) {
      const found = this.#bands.get(band)?.find((voice) => isSameText(voice.item, item));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The story with the likest item; of equals, the one that was told last. */
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

  /** What is 48 hours away can be no voice and no story any more. Once an hour. */
  #forget(now: number): void {
    if (isWithin(now, this.#forgottenAt, HOUR_MS)) return;
    this.#forgottenAt = now;
    const isOver = (at: number): boolean => !isWithin(now, at, SAMENESS.storyMs);
    for (const [band, voices] of this.#bands) {
      const kept = voices.filter(({ item }) => !isOver(item.at));
      if (kept.length > 0) this.#bands.set(band, kept);
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

/** Items of a story have one of them in common: the type, and an asset, an exchange or an actor. */
function keysOf({ type, assets, details }: ComparedItem): string[] {
  // What is no event has no story but that of its text.
  if (type === null) return [];
  return [...assets, ...details.exchanges, ...details.actors].map((name) => `${type}|${name}`);
}

function isInTime(story: Story, at: number): boolean {
  return (
    isWithin(at, story.lastAt, SAMENESS.itemMs) && isWithin(at, story.first.at, SAMENESS.storyMs)
  );
}

/** Times of items go back once a clock was ahead. */
function isWithin(one: number, other: number, mostMs: number): boolean {
  return Math.abs(one - other) <= mostMs;
}

/** The newest items of a story; of one source, a part of them. */
function withNewest(members: readonly Member[], added: Member): Member[] {
  const { all, ofSource } = SAMENESS.comparedItems;
  const isTheirs = ({ item }: Member): boolean => item.source === added.item.source;
  const oldest = members.filter(isTheirs).length >= ofSource ? members.find(isTheirs) : undefined;
  return [...members.filter((member) => member !== oldest), added].slice(-all);
}

/** 0 when it contradicts an item of the story. */
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
  if (distance(one.simhash, other.simhash) > SAMENESS.voiceBits) return false;
  // The same words around another name or amount are a form letter.
  const isSame = (mine: readonly unknown[], theirs: readonly unknown[]) =>
    mine.length === theirs.length && mine.every((value) => theirs.includes(value));
  return isSame(one.assets, other.assets) && isSame(one.details.amounts, other.details.amounts);
}

/** They name exchanges, amounts or days, and have none in common. */
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

/** Who lists, approves or unlocks one asset does it with another one too. Reports of a hack name what was lost as they learn it. */
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
  return Math.max(0.2, Math.min(mostOfWord, idfOf(word)));
}

function cosineOf(one: Vector, other: Vector): number {
  if (one.length === 0 || other.length === 0) return 0;
  let sum = 0;
  for (const [word, weight] of one.weights) sum += weight * (other.weights.get(word) ?? 0);
  return sum / (one.length * other.length);
}
