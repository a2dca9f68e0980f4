"use client";

import type { Locale } from "#components/i18n/locales.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "#components/swaps/messages/en/buy.ts";

type BuyMessages = Translation<typeof english>;

export const { PageTexts: BuyTexts, usePageText: useBuyText } = createPageTexts<typeof english>();

const LOADERS: Readonly<Record<Locale, () => Promise<BuyMessages>>> = {
  en: async () => (await import("#components/swaps/messages/en/buy.ts")).default,
  de: async () => (await import("#components/swaps/messages/de/buy.ts")).default,
  ar: async () => (await import("#components/swaps/messages/ar/buy.ts")).default,
};
const loaded = new Map<Locale, Promise<BuyMessages>>();

/**
 * The dialog's texts. They load with the dialog, so that no page has to carry them. After a failed
 * load the next call tries again.
 */
export function buyMessages(locale: Locale): Promise<BuyMessages> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const loading = LOADERS[locale]();
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}
