/** The language of a request, for server rendering. */
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE, type Locale } from "#components/i18n/locales.ts";
import type { Text } from "#components/i18n/message-types.ts";
import type { Sources } from "#components/i18n/sources.ts";
import { textOf } from "#components/i18n/translate.ts";
import { loadMessages } from "#components/messages/load-messages.ts";

export async function requestLocale(): Promise<Locale> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  return chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
}

/** The texts of one feature in the language of the request. */
export async function requestText<Feature extends keyof Sources>(
  feature: Feature,
): Promise<Text<Sources[Feature]>> {
  const locale = await requestLocale();
  return textOf((await loadMessages(locale))[feature], locale);
}
