/** The title of a page in the request's language, for `generateMetadata`. */
import type { Metadata } from "next";
import { PAGES, type PagePath, type PageRow } from "#components/frame/pages/pages.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { loadMessages } from "./load-messages.ts";

export async function pageTitle(path: PagePath): Promise<Metadata> {
  const locale = await requestLocale();
  const { title: key }: PageRow = PAGES[path];
  const title = key && (await loadMessages(locale)).settingsFrame[key];
  return typeof title === "string" ? { title } : {};
}
