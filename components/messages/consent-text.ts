/** The texts of the consent page in the request's language. The server renders the page, so no script carries them. */
import { cookies, headers } from "next/headers";
import type { ConsentText } from "#components/assistants/consent/consent-text.ts";
import { chooseLocale } from "#components/i18n/choose-locale.ts";
import { LOCALE_COOKIE } from "#components/i18n/locales.ts";
import { textOf } from "#components/i18n/translate.ts";
import { loadMessages } from "./load-messages.ts";

export async function consentText(): Promise<ConsentText> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  const locale = chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
  return textOf((await loadMessages(locale)).consent, locale);
}
