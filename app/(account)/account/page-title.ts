import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { chooseLocale } from "#components/i18n/choose-locale.ts";
import { LOCALE_COOKIE } from "#components/i18n/locales.ts";
import { loadMessages } from "#components/messages/load-messages.ts";
import type english from "#components/trading/messages/en/account.ts";

/** The title of an account page in the request's language. */
export async function pageTitle(key: keyof typeof english): Promise<Metadata> {
  const [requestHeaders, cookieStore] = await Promise.all([headers(), cookies()]);
  const locale = chooseLocale(
    cookieStore.get(LOCALE_COOKIE)?.value,
    requestHeaders.get("accept-language"),
  );
  const title = (await loadMessages(locale)).account[key];
  return typeof title === "string" ? { title } : {};
}
