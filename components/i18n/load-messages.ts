/** The messages of one language; called on the server, so that a page carries its own language and no other. */
import type { Locale } from "./locales.ts";
import type { Messages } from "./messages.ts";

const LOADERS: Readonly<Record<Locale, () => Promise<Messages>>> = {
  en: async () => (await import("./messages/en.ts")).english,
  de: async () => (await import("./messages/de.ts")).german,
  ar: async () => (await import("./messages/ar.ts")).arabic,
};

export function loadMessages(locale: Locale): Promise<Messages> {
  return LOADERS[locale]();
}
