import type { Metadata } from "next";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { loadMessages } from "#components/messages/load-messages.ts";
import type english from "#components/trading/messages/en/account.ts";

/** The title of an account page in the request's language. */
export async function pageTitle(key: keyof typeof english): Promise<Metadata> {
  const title = (await loadMessages(await requestLocale())).account[key];
  return typeof title === "string" ? { title } : {};
}
