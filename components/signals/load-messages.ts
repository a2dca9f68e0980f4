/** The texts of the signals pages in one language. Server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { SignalMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<SignalMessages>>> = {
  en: async () => (await import("./messages/en/signals.ts")).default,
  de: async () => (await import("./messages/de/signals.ts")).default,
  ar: async () => (await import("./messages/ar/signals.ts")).default,
};

export function signalMessages(locale: Locale): Promise<SignalMessages> {
  return LOADERS[locale]();
}
