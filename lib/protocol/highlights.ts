/**
 * Selects and orders the highlights. The service and the pages use the same rules. Times are Unix
 * milliseconds.
 */
import { CATALYST_TYPES, type CatalystType } from "#lib/protocol/market-knowledge.ts";

export const MAX_HIGHLIGHTS = 12;
/**
 * How many cards of one matter are shown, because one event could otherwise fill half of the list.
 */
export const MAX_OF_MATTER = 2;
/** How many tags may be muted and pinned in all. */
export const MAX_TAGS = 100;
/** The factor for a card about an asset that the reader holds. */
const HELD_FACTOR = 1.5;

const ASSET = /^[A-Z0-9]{2,12}$/;

/** The tags that the reader mutes and pins. A tag is a type or an asset. Mute beats pin. */
export type TagChoices = { muted: readonly string[]; pinned: readonly string[] };

export const NO_CHOICES: TagChoices = { muted: [], pinned: [] };

/** The fields of a `Highlight` that decide its position. */
export type RankedCard = {
  catalyst_id: string;
  type: CatalystType;
  assets: readonly string[];
  magnitude: number;
  confidence: number;
  /** ISO 8601. */
  counted_from: string;
  expires_at: string;
  matters: readonly string[];
};

type Reader = {
  now: number;
  choices: TagChoices;
  /** Assets in which the reader has a position. */
  held?: readonly string[];
  most?: number;
};

export function isTag(text: string): boolean {
  return isType(text) || ASSET.test(text);
}

/** Types are in lower case and assets in upper case, so no tag is both. */
export function isType(text: string): text is CatalystType {
  return CATALYST_TYPES.some((type) => type === text);
}

export function collectTags({ type, assets }: Pick<RankedCard, "type" | "assets">): string[] {
  return [type, ...assets];
}

export function isPinned(card: Pick<RankedCard, "type" | "assets">, choices: TagChoices): boolean {
  return collectTags(card).some((tag) => choices.pinned.includes(tag));
}

/**
 * Orders by pinned first, then by magnitude, confidence and freshness. Muted and expired cards are
 * left out.
 */
export function chooseHighlights<Card extends RankedCard>(
  cards: readonly Card[],
  { now, choices, held = [], most = MAX_HIGHLIGHTS }: Reader,
): Card[] {
  const shown = cards
    .filter((card) => isLive(card, now) && !isMuted(card, choices))
    .map((card) => ({
      card,
      pinned: isPinned(card, choices) ? 1 : 0,
      weight: weightOf(card, now, held),
    }))
    .toSorted(
      (one, other) =>
        other.pinned - one.pinned ||
        other.weight - one.weight ||
        (one.card.catalyst_id < other.card.catalyst_id ? -1 : 1),
    );
  return limited(shown.map(({ card }) => card)).slice(0, most);
}

function isLive({ expires_at: expiresAt }: RankedCard, now: number): boolean {
  return Date.parse(expiresAt) > now;
}

function isMuted(card: RankedCard, { muted }: TagChoices): boolean {
  return collectTags(card).some((tag) => muted.includes(tag));
}

/** Freshness falls from 1 to 0 over a card's life. */
function weightOf(card: RankedCard, now: number, held: readonly string[]): number {
  const from = Date.parse(card.counted_from);
  const until = Date.parse(card.expires_at);
  const freshness = Math.min(1, (until - now) / (until - from));
  const factor = card.assets.some((asset) => held.includes(asset)) ? HELD_FACTOR : 1;
  return card.magnitude * card.confidence * freshness * factor;
}

/** Leaves out a card when one of its matters was shown often enough. */
function limited<Card extends RankedCard>(cards: readonly Card[]): Card[] {
  const counts = new Map<string, number>();
  return cards.filter(({ matters }) => {
    if (matters.some((matter) => (counts.get(matter) ?? 0) >= MAX_OF_MATTER)) return false;
    for (const matter of matters) counts.set(matter, (counts.get(matter) ?? 0) + 1);
    return true;
  });
}

/** Mutes or pins a tag, or does neither. A tag is in at most one list. */
export function withTag(
  { muted, pinned }: TagChoices,
  tag: string,
  choice: "muted" | "pinned" | undefined,
): TagChoices {
  const without = (tags: readonly string[]) => tags.filter((one) => one !== tag);
  return {
    muted: choice === "muted" ? [...without(muted), tag] : without(muted),
    pinned: choice === "pinned" ? [...without(pinned), tag] : without(pinned),
  };
}
