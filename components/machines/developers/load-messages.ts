/** The texts of this page. Rendered on the server, so that no other page carries them. */

import type { Text } from "#components/i18n/message-types.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { textOf } from "#components/i18n/translate.ts";
import arabic from "#components/machines/messages/ar/developers.ts";
import german from "#components/machines/messages/de/developers.ts";
import english from "#components/machines/messages/en/developers.ts";

export type DevelopersText = Text<typeof english>;

const MESSAGES = { en: english, de: german, ar: arabic } as const;

/** In the language of the request. */
export async function developersText(): Promise<DevelopersText> {
  const locale = await requestLocale();
  return textOf<typeof english>(MESSAGES[locale], locale);
}
