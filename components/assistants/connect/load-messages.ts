/** The texts of this page. Rendered on the server, so that no other page carries them. */

import arabic from "#components/assistants/messages/ar/connect.ts";
import german from "#components/assistants/messages/de/connect.ts";
import english from "#components/assistants/messages/en/connect.ts";
import type { Text } from "#components/i18n/message-types.ts";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { textOf } from "#components/i18n/translate.ts";

export type ConnectText = Text<typeof english>;

const MESSAGES = { en: english, de: german, ar: arabic } as const;

/** In the language of the request. */
export async function connectText(): Promise<ConnectText> {
  const locale = await requestLocale();
  return textOf<typeof english>(MESSAGES[locale], locale);
}
