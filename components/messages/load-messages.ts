/** Loads the messages of one language, on the server, so that a page contains its own language only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { Messages, PageMessages } from "#components/i18n/sources.ts";
import type { PageLoaders } from "./en.ts";

type Language = { everyPage: Messages; somePages: PageLoaders };

const LANGUAGES: Readonly<Record<Locale, () => Promise<Language>>> = {
  en: () => import("./en.ts"),
  de: () => import("./de.ts"),
  ar: () => import("./ar.ts"),
};

/** Those of every page. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await LANGUAGES[locale]()).everyPage;
}

/** Those of one feature that only some pages show, as `PageTexts` takes them. */
export async function loadPageMessages<Feature extends keyof PageLoaders>(
  feature: Feature,
  locale: Locale,
): Promise<Pick<PageMessages, Feature>> {
  const { somePages } = await LANGUAGES[locale]();
  const { default: messages } = await somePages[feature]();
  return { [feature]: messages } as Pick<PageMessages, Feature>;
}
