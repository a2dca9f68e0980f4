/** The title of a page in the request's language, for `generateMetadata`. */
import type { Metadata } from "next";
import type english from "#components/frame/settings/messages/en.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { loadMessages } from "./load-messages.ts";

export async function pageTitle(key: keyof typeof english): Promise<Metadata> {
  const locale = await requestLocale();
  const title = (await loadMessages(locale)).settingsFrame[key];
  return typeof title === "string" ? { title } : {};
}
