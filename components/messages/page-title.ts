/** The title of a page in the request's language, for `generateMetadata`. */
import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import type english from "#components/frame/settings/messages/en.ts";
import { chooseLocale, LOCALE_COOKIE } from "#components/i18n/locales.ts";
import { loadMessages } from "./load-messages.ts";

export async function pageTitle(key: keyof typeof english): Promise<Metadata> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  const locale = chooseLocale(kept.get(LOCALE_COOKIE)?.value, asked.get("accept-language"));
  const title = (await loadMessages(locale)).settingsFrame[key];
  return typeof title === "string" ? { title } : {};
}
