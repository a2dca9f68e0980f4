/**
 * Makes cards from catalysts. Whether and how long a catalyst is a card depends only on the
 * catalyst and the time.
 */

import { isShownByHeadline } from "#lib/catalysts/news/reading/read-news.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { ServiceLocale } from "#lib/protocol/enumerations.ts";
import { isPinned, type TagChoices } from "#lib/protocol/highlights.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import type { Highlight } from "#lib/protocol/wire/highlights.ts";
import { cardText } from "./card-text.ts";

export const CARD_PARAMETERS = {
  /** A catalyst becomes a card when it reaches both. */
  leastMagnitude: 2,
  leastConfidence: 0.6,
  /** How long a card of magnitude 3 lives, in milliseconds. */
  lifeMs: {
    listing: 6 * HOUR_MS,
    partnership: 6 * HOUR_MS,
    macro: 8 * HOUR_MS,
    regulatory: 24 * HOUR_MS,
    hack: 24 * HOUR_MS,
    unlock: 24 * HOUR_MS,
  } satisfies Record<CatalystType, number>,
} as const;

/** The longest life of any card. */
export const LONGEST_LIFE_MS = 48 * HOUR_MS;

/** A catalyst that became a card, as it was known at a time. */
export type SeenCatalyst = {
  event: Catalyst;
  /** When it was first seen or last changed its direction, Unix milliseconds. */
  countedFrom: number;
  /**
   * What it may share with other catalysts: price incidents, and the first catalyst that it
   * follows.
   */
  matters: readonly string[];
};

/** @returns `undefined` when it is not a card at `now` (Unix milliseconds) */
export function makeCard(
  { event, countedFrom, matters }: SeenCatalyst,
  { now, locale, choices }: { now: number; locale: ServiceLocale; choices: TagChoices },
): Highlight | undefined {
  const { status, magnitude, sentiment } = event;
  if (status === "merged" || magnitude < CARD_PARAMETERS.leastMagnitude) return undefined;
  // A summary also mentions earlier events, so it never decides alone what a card says.
  if (!isShownByHeadline(event.headline, event.type)) return undefined;
  const expiresAt = countedFrom + computeLife(event);
  if (now < countedFrom || now >= expiresAt) return undefined;
  return {
    catalyst_id: event.id,
    type: event.type,
    status,
    direction: sentiment.direction,
    confidence: sentiment.confidence,
    magnitude,
    text: cardText(event, locale),
    headline: event.headline,
    assets: event.assets,
    simulated: event.simulated,
    pinned: isPinned(event, choices),
    first_seen_at: event.first_seen_at,
    counted_from: iso(countedFrom),
    expires_at: iso(expiresAt),
    matters: [...matters],
  };
}

/** Half of its type's life at magnitude 2, double at 5. */
export function computeLife({ type, magnitude }: Pick<Catalyst, "type" | "magnitude">): number {
  return (CARD_PARAMETERS.lifeMs[type] * (magnitude - 1)) / 2;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
