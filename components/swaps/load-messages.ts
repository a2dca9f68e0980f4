/** The texts of the swap pages in one language. On the server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { SwapMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<SwapMessages>>> = {
  en: async () => (await import("./messages/en/swaps.ts")).default,
  de: async () => (await import("./messages/de/swaps.ts")).default,
  ar: async () => (await import("./messages/ar/swaps.ts")).default,
};

export function swapMessages(locale: Locale): Promise<SwapMessages> {
  return LOADERS[locale]();
}
