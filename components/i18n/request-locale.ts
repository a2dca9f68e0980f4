/** The language of a request. On the server only. */
import { cookies, headers } from "next/headers";
import { chooseLocale, LOCALE_COOKIE, type Locale } from "./locales.ts";

/** The chosen one, else the browser's. */
export async function requestLocale(): Promise<Locale> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  return chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
}
