/** The texts of the notifications page in one language. Server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { PushMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<PushMessages>>> = {
  en: async () => (await import("./messages/en/pushes.ts")).default,
  de: async () => (await import("./messages/de/pushes.ts")).default,
  ar: async () => (await import("./messages/ar/pushes.ts")).default,
};

export function pushMessages(locale: Locale): Promise<PushMessages> {
  return LOADERS[locale]();
}
