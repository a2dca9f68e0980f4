/** Loads the messages of one language, on the server, so that a page contains its own language only. */
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
