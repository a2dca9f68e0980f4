/** The text of a card: from its type, direction and status, and from the symbols of its assets. */
import type { ServiceLocale } from "#lib/protocol/enumerations.ts";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";
import { AR } from "./texts/ar.ts";
import type { CardTexts } from "./texts/card-texts.ts";
import { DE } from "./texts/de.ts";
import { EN } from "./texts/en.ts";

const TEXTS: Readonly<Record<ServiceLocale, CardTexts>> = { en: EN, de: DE, ar: AR };

/** Assets that are named; the others are counted. */
const NAMED = 3;

export function cardText(
  { type, status, sentiment, assets }: Pick<Catalyst, "type" | "status" | "sentiment" | "assets">,
  locale: ServiceLocale,
): string {
  const texts = TEXTS[locale];
  const said = texts.says[type][sentiment.direction](namesOf(assets, locale, texts));
  if (status === "unconfirmed") return texts.unconfirmed(said);
  if (status === "disputed") return texts.disputed(said);
  return said;
}

function namesOf(assets: readonly string[], locale: ServiceLocale, texts: CardTexts): string {
  if (assets.length === 0) return texts.everything;
  const names = assets.slice(0, NAMED).map((asset) => (locale === "ar" ? isolated(asset) : asset));
  const others = assets.length - names.length;
  return [...names, ...(others > 0 ? [texts.more(others)] : [])].join(
    locale === "ar" ? "، " : ", ",
  );
}

/** Symbols read from left to right in Arabic too. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
