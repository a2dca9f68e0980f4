/** The texts of a feature, for tests without a page. */
import * as ar from "#components/messages/ar.ts";
import * as de from "#components/messages/de.ts";
import * as en from "#components/messages/en.ts";
import { type WholeLanguage, wholeLanguage } from "#components/messages/whole-language.testing.ts";
import type { Locale } from "./locales.ts";
import type { FeatureText } from "./sources.ts";
import { textOf } from "./translate.ts";

const MESSAGES = {
  en: await wholeLanguage(en),
  de: await wholeLanguage(de),
  ar: await wholeLanguage(ar),
};

export function featureText<Feature extends keyof WholeLanguage>(
  feature: Feature,
  locale: Locale = "en",
): FeatureText<Feature> {
  const messages = MESSAGES[locale];
  return textOf(messages[feature], locale, textOf(messages.shared, locale));
}
