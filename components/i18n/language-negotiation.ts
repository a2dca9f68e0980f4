/** The language of a request. */
import { wantedLanguages } from "#lib/protocol/accept-language.ts";
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts";

/** The choice of the cookie, else the best of `Accept-Language` (RFC 9110, section 12.5.4), else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(cookie)) return cookie;
  return wantedLanguages(acceptLanguage).find(isLocale) ?? DEFAULT_LOCALE;
}
