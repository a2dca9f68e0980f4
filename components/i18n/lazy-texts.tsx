"use client";

import { type ReactNode, use } from "react";
import { useLocale } from "./i18n-provider.tsx";
import type { Locale } from "./locales.ts";
import { PageTexts } from "./page-texts.tsx";
import type { PageMessages } from "./sources.ts";

type Loaders<Feature extends keyof PageMessages> = Readonly<
  Record<Locale, () => Promise<{ default: PageMessages[Feature] }>>
>;

/**
 * Texts that the browser loads together with what shows them, so that no page carries them: a component that suspends
 * until they are there. After a failed load the next attempt loads again.
 */
export function lazyTexts<Feature extends keyof PageMessages>(
  feature: Feature,
  loaders: Loaders<Feature>,
) {
  const loaded = new Map<Locale, Promise<Partial<PageMessages>>>();
  function load(locale: Locale): Promise<Partial<PageMessages>> {
    const known = loaded.get(locale);
    if (known !== undefined) return known;
    const loading = loaders[locale]().then((file) => ({ [feature]: file.default }));
    loaded.set(locale, loading);
    loading.catch(() => loaded.delete(locale));
    return loading;
  }
  function LazyTexts({ children }: { children: ReactNode }) {
    return <PageTexts messages={use(load(useLocale()))}>{children}</PageTexts>;
  }
  return { load, LazyTexts };
}
