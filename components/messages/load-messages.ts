/** The messages of one language; called on the server, so that a page carries its own language and no other. */
import type { Locale } from "#components/i18n/locales.ts";
import type { Messages } from "#components/i18n/sources.ts";

const LOADERS: Readonly<Record<Locale, () => Promise<Messages>>> = {
  en: async () => (await import("./en.ts")).english,
  de: async () => (await import("./de.ts")).german,
  ar: async () => (await import("./ar.ts")).arabic,
};

export function loadMessages(locale: Locale): Promise<Messages> {
  return LOADERS[locale]();
}
