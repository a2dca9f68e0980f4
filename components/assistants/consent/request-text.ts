/** The texts of the consent page in the request's language: it is rendered on the server, and loads no script for them. */
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE } from "#components/i18n/locales.ts";
import type { Text } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import { loadMessages } from "#components/messages/load-messages.ts";
import type english from "./messages/en.ts";

export type ConsentText = Text<typeof english>;

export async function consentText(): Promise<ConsentText> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  const locale = chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
  return textOf((await loadMessages(locale)).consent, locale);
}
