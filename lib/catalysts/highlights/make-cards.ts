/** Cards from catalysts. What is a card, and for how long, follows from the catalyst and the time alone. */
import type { CatalystType, ServiceLocale } from "#lib/protocol/enumerations.ts";
import { isPinned, type TagChoices } from "#lib/protocol/highlights.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import type { Highlight } from "#lib/protocol/wire/highlights.ts";
import { cardText } from "./card-text.ts";

const HOUR = 3_600_000;

export const CARD_PARAMETERS = {
  /** A catalyst becomes a card at both of them. */
  leastMagnitude: 2,
  leastConfidence: 0.6,
  /** Milliseconds that a card of magnitude 3 lives. */
  lifeMs: {
    listing: 6 * HOUR,
    partnership: 6 * HOUR,
    macro: 8 * HOUR,
    regulatory: 24 * HOUR,
    hack: 24 * HOUR,
    unlock: 24 * HOUR,
  } satisfies Record<CatalystType, number>,
} as const;

/** The longest life of any card. */
export const LONGEST_LIFE_MS = 48 * HOUR;

/** A catalyst that has become a card, as it was known at a time. */
export type SeenCatalyst = {
  event: Catalyst;
  /** When it was first seen, or last changed its direction; Unix milliseconds. */
  countedFrom: number;
  /** What other catalysts may have in common with it: incidents of prices, and the first catalyst that it follows. */
  matters: readonly string[];
};

/** @returns `undefined` when it is no card at `now`, Unix milliseconds */
export function cardOf(
  { event, countedFrom, matters }: SeenCatalyst,
  { now, locale, choices }: { now: number; locale: ServiceLocale; choices: TagChoices },
): Highlight | undefined {
  const { status, magnitude, sentiment } = event;
  if (status === "merged" || magnitude < CARD_PARAMETERS.leastMagnitude) return undefined;
  const expiresAt = countedFrom + lifeOf(event);
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

/** Half of its type's life at magnitude 2, twice of it at 5. */
export function lifeOf({ type, magnitude }: Pick<Catalyst, "type" | "magnitude">): number {
  return (CARD_PARAMETERS.lifeMs[type] * (magnitude - 1)) / 2;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
