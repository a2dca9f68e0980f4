/** The texts of every page and of some in one object, as a page has them that gives all to its components. */
import type { Messages, PageMessages } from "#components/i18n/sources.ts";
import type { PageLoaders } from "./en.ts";

export type WholeLanguage = Messages & Pick<PageMessages, keyof PageLoaders>;

export async function wholeLanguage({
  everyPage,
  somePages,
}: {
  everyPage: Messages;
  somePages: PageLoaders;
}): Promise<WholeLanguage> {
  const loads = Object.entries(somePages).map(async ([feature, load]) => {
    const { default: messages } = await load();
    return [feature, messages];
  });
  return { ...everyPage, ...Object.fromEntries(await Promise.all(loads)) } as WholeLanguage;
}
