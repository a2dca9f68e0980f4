/** The texts of the catalysts pages in one language. Server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { CatalystMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<CatalystMessages>>> = {
  en: async () => (await import("./messages/en.ts")).default,
  de: async () => (await import("./messages/de.ts")).default,
  ar: async () => (await import("./messages/ar.ts")).default,
};

export function catalystMessages(locale: Locale): Promise<CatalystMessages> {
  return LOADERS[locale]();
}
