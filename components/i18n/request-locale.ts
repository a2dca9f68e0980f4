/** The language of a request. On the server only. */
import { cookies, headers } from "next/headers";
import { chooseLocale } from "./language-negotiation.ts";
import { LOCALE_COOKIE, type Locale } from "./locales.ts";

/** The chosen one, else the browser's. */
export async function requestLocale(): Promise<Locale> {
  const [requestHeaders, requestCookies] = await Promise.all([headers(), cookies()]);
  return chooseLocale(
    requestCookies.get(LOCALE_COOKIE)?.value,
    requestHeaders.get("accept-language"),
  );
}
