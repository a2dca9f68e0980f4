import { chooseLocale, LOCALE_COOKIE, type Locale } from "#components/i18n/locales.ts";
import { cookieValue } from "#lib/identity/sessions/session-cookie.ts";

/** The language of an email: that of the requesting page. */
export function localeOf(headers: Headers): Locale {
  return chooseLocale(cookieValue(headers, LOCALE_COOKIE), headers.get("accept-language"));
}
