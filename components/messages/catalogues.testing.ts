/** The messages of every feature in each language, as the files `en.ts`, `de.ts` and `ar.ts` of their folders hold them. */
import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Message } from "#components/i18n/message-types.ts";

/** The messages of a language: folder of the feature → key → message. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, Message>>>>;

const components = fileURLToPath(new URL("../", import.meta.url));
/** Collects what the features define; it defines nothing. */
const COLLECTION = "messages";

async function readCatalogue(locale: string): Promise<Catalogue> {
  const files = globSync(`**/${locale}.ts`, { cwd: components }).toSorted();
  const found: Record<string, Catalogue[string]> = {};
  for (const file of files) {
    const folder = file.slice(0, -`/${locale}.ts`.length);
    if (folder === COLLECTION) continue;
    const { default: messages } = (await import(pathToFileURL(components + file).href)) as {
      default: Catalogue[string];
    };
    found[folder] = messages;
  }
  return found;
}

export const english = await readCatalogue("en");
export const german = await readCatalogue("de");
export const arabic = await readCatalogue("ar");

/** The text of a message, or each of its plural forms. */
export function textsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}
