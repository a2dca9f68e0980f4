/** Loads the texts of pushes in one language on demand. */
import type { PushLocale, PushTexts } from "./push-text.ts";

const LOADERS: Readonly<Record<PushLocale, () => Promise<PushTexts>>> = {
  en: async () => (await import("./en.ts")).default,
  de: async () => (await import("./de.ts")).default,
  ar: async () => (await import("./ar.ts")).default,
};

export function pushTexts(locale: PushLocale): Promise<PushTexts> {
  return LOADERS[locale]();
}
