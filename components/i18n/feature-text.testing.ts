/** The texts of a feature that every page carries, for tests without a page. */
import { everyPage as ar } from "#components/messages/ar.ts";
import { everyPage as de } from "#components/messages/de.ts";
import { everyPage as en } from "#components/messages/en.ts";
import type { Locale } from "./locales.ts";
import type { FeatureText, Sources } from "./sources.ts";
import { textOf } from "./translate.ts";

const MESSAGES = { en, de, ar };

export function featureText<Feature extends keyof Sources>(
  feature: Feature,
  locale: Locale = "en",
): FeatureText<Feature> {
  const messages = MESSAGES[locale];
  return textOf(messages[feature], locale, textOf(messages.shared, locale));
}
