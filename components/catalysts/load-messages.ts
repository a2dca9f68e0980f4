/** The texts of the catalysts pages in one language. Server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { CatalystMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<CatalystMessages>>> = {
  en: async () => (await import("./messages/en/catalysts.ts")).default,
  de: async () => (await import("./messages/de/catalysts.ts")).default,
  ar: async () => (await import("./messages/ar/catalysts.ts")).default,
};

export function catalystMessages(locale: Locale): Promise<CatalystMessages> {
  return LOADERS[locale]();
}
