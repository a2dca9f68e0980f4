/** Texts in the language of a request. On the server only. */
import { requestLocale } from "#components/i18n/request-locale.ts";
import type { FeatureText, Sources } from "#components/i18n/sources.ts";
import { textOf } from "#components/i18n/translate.ts";
import type { PageLoaders } from "./en.ts";
import { loadMessages, loadPageMessages } from "./load-messages.ts";

/** The texts of a feature that every page carries. */
export async function requestText<Feature extends keyof Sources>(
  feature: Feature,
): Promise<FeatureText<Feature>> {
  const locale = await requestLocale();
  const messages = await loadMessages(locale);
  return textOf(messages[feature], locale, textOf(messages.shared, locale));
}

/** The texts of a feature that only some pages show, for pages that the server renders. */
export async function requestPageText<Feature extends keyof PageLoaders>(
  feature: Feature,
): Promise<FeatureText<Feature>> {
  const locale = await requestLocale();
  const [own, { shared }] = await Promise.all([
    loadPageMessages(feature, locale),
    loadMessages(locale),
  ]);
  return textOf(own[feature], locale, textOf(shared, locale));
}
