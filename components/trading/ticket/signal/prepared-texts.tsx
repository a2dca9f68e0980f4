"use client";

import type { Locale } from "#components/i18n/locales.ts";
import type { Translation } from "#components/i18n/message-types.ts";
import { createPageTexts } from "#components/i18n/page-texts.tsx";
import type english from "#components/trading/messages/en/prepared-order.ts";

type PreparedMessages = Translation<typeof english>;

export const { PageTexts: PreparedTexts, usePageText: usePreparedText } =
  createPageTexts<typeof english>();

const LOADERS: Readonly<Record<Locale, () => Promise<PreparedMessages>>> = {
  en: async () => (await import("#components/trading/messages/en/prepared-order.ts")).default,
  de: async () => (await import("#components/trading/messages/de/prepared-order.ts")).default,
  ar: async () => (await import("#components/trading/messages/ar/prepared-order.ts")).default,
};
const loaded = new Map<Locale, Promise<PreparedMessages>>();

/** Loaded with the prepared order: the trading page does not carry them. After a failed load the next call loads again. */
export function preparedMessages(locale: Locale): Promise<PreparedMessages> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const loading = LOADERS[locale]();
  loaded.set(locale, loading);
  loading.catch(() => loaded.delete(locale));
  return loading;
}
