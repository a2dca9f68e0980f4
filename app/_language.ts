/** Texts in the language of a request, for server rendering. */
import type { Text } from "#components/i18n/message-types.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import type { Sources } from "#components/i18n/sources.ts";
import { textOf } from "#components/i18n/translate.ts";
import { loadMessages } from "#components/messages/load-messages.ts";

/** The texts of one feature in the language of the request. */
export async function requestText<Feature extends keyof Sources>(
  feature: Feature,
): Promise<Text<Sources[Feature]>> {
  const locale = await requestLocale();
  return textOf((await loadMessages(locale))[feature], locale);
}
