/** The texts of this page. Rendered on the server, so that no other page carries them. */
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE } from "#components/i18n/locales.ts";
import type { Text } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import arabic from "./messages/ar.ts";
import german from "./messages/de.ts";
import english from "./messages/en.ts";

export type DevelopersText = Text<typeof english>;

const MESSAGES = { en: english, de: german, ar: arabic } as const;

/** In the language of the request. */
export async function developersText(): Promise<DevelopersText> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  const locale = chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
  return textOf<typeof english>(MESSAGES[locale], locale);
}
