/** The messages of every domain in each language, as the files of its folders `messages/en`, `de` and `ar` hold them. */
import { globSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Message } from "#components/i18n/message-types.ts";

/** The messages of a language: domain and namespace, `trading/ticket` → key → message. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, Message>>>>;

const components = fileURLToPath(new URL("../", import.meta.url));

async function readCatalogue(locale: string): Promise<Catalogue> {
  const folder = `/messages/${locale}/`;
  const found: Record<string, Catalogue[string]> = {};
  for (const file of globSync(`*${folder}*.ts`, { cwd: components }).toSorted()) {
    const { default: messages } = (await import(pathToFileURL(components + file).href)) as {
      default: Catalogue[string];
    };
    found[file.replace(folder, "/").replace(/\.ts$/, "")] = messages;
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
