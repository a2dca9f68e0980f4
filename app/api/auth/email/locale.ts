import { chooseLocale } from "#components/i18n/language-negotiation.ts";
import { LOCALE_COOKIE, type Locale } from "#components/i18n/locales.ts";
import { cookieValue } from "#lib/identity/sessions/session-cookie.ts";

/** The language of a mail: that of the requesting page. */
export function localeOf(headers: Headers): Locale {
  return chooseLocale(cookieValue(headers, LOCALE_COOKIE), headers.get("accept-language"));
}

/** The same for mails that are sent later; null for a program, which sends no language. */
export function requestedLocale(headers: Headers): Locale | null {
  return headers.has("accept-language") ? localeOf(headers) : null;
}
