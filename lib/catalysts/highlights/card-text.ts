/** Writes the text of a card from its type, direction, status and asset symbols. */
import type { ServiceLocale } from "#lib/protocol/enumerations.ts";
import type { CatalystType } from "#lib/protocol/market-knowledge.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { AR } from "./texts/ar.ts";
import type { CardTexts } from "./texts/card-texts.ts";
import { DE } from "./texts/de.ts";
import { EN } from "./texts/en.ts";

const TEXTS: Readonly<Record<ServiceLocale, CardTexts>> = { en: EN, de: DE, ar: AR };

/** How many assets are named; the rest is a count. */
const NAMED = 3;

type CardEvent = Pick<
  Catalyst,
  "type" | "status" | "sentiment" | "assets" | "related_assets" | "magnitude"
>;

export function cardText(event: CardEvent, locale: ServiceLocale): string {
  const texts = TEXTS[locale];
  const { type, status, sentiment, assets } = event;
  const said =
    assets.length === 0 && !isOfEveryone(event)
      ? texts.unnamed[type]
      : texts.says[type][sentiment.direction](namesOf(assets, locale, texts));
  if (status === "unconfirmed") return texts.unconfirmed(said);
  if (status === "disputed") return texts.disputed(said);
  return said;
}

/**
 * From this magnitude on, an event without an asset concerns the whole market. Types that are
 * missing here never do: they concern an asset that the service does not know.
 */
const OF_EVERYONE: Readonly<Partial<Record<CatalystType, number>>> = { macro: 3, regulatory: 5 };

/** A regulatory event with related assets concerns those assets, not the whole market. */
function isOfEveryone({ type, magnitude, related_assets: related }: CardEvent): boolean {
  const isBroad = type === "macro" || related.length === 0;
  return isBroad && magnitude >= (OF_EVERYONE[type] ?? Number.POSITIVE_INFINITY);
}

function namesOf(assets: readonly string[], locale: ServiceLocale, texts: CardTexts): string {
  if (assets.length === 0) return texts.everything;
  const names = assets.slice(0, NAMED).map((asset) => (locale === "ar" ? isolated(asset) : asset));
  const others = assets.length - names.length;
  return [...names, ...(others > 0 ? [texts.more(others)] : [])].join(
    locale === "ar" ? "، " : ", ",
  );
}

/** Keeps symbols left to right in Arabic. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
