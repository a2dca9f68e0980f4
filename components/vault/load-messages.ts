/** The texts of this page. Rendered on the server, so that no other page carries them. */
import type { Locale } from "#components/i18n/locales.ts";
import type { Text } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import arabic from "./messages/ar/vault.ts";
import german from "./messages/de/vault.ts";
import english from "./messages/en/vault.ts";

export type VaultText = Text<typeof english>;

const MESSAGES = { en: english, de: german, ar: arabic } as const;

export function vaultText(locale: Locale): VaultText {
  return textOf<typeof english>(MESSAGES[locale], locale);
}
