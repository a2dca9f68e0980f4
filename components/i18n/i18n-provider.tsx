"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { setClientLanguage } from "./client-text.ts";
import { type Format, formatIn } from "./format.ts";
import type { Locale } from "./locales.ts";
import type { AllSources, FeatureText, Messages } from "./sources.ts";
import { textOf, textsOf } from "./translate.ts";
import { watchText } from "./watch-text.ts";

type Language = {
  locale: Locale;
  format: Format;
  texts: { readonly [Feature in keyof AllSources]: FeatureText<Feature> };
};

export const LanguageContext = createContext<Language | undefined>(undefined);

type I18nProviderProps = { locale: Locale; messages: Messages; children: ReactNode };

/** Provides the page's language. The messages come with the page, so no script contains a language. */
export function I18nProvider({ locale, messages, children }: I18nProviderProps) {
  const language = useMemo(() => {
    const texts = textsOf(messages, locale, textOf(messages.shared, locale)) as Language["texts"];
    const made = { locale, format: formatIn(locale), texts };
    setClientLanguage(made);
    return made;
  }, [locale, messages]);
  useEffect(watchText, []);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

/**
 * The texts of one feature: `const text = useText("ticket"); text("buy", { asset: "BTC" })`. Those of some pages only need
 * `PageTexts` above.
 */
export function useText<Feature extends keyof AllSources>(feature: Feature): FeatureText<Feature> {
  return useLanguage().texts[feature];
}

/** Figures and times in the page's language. */
export function useFormat(): Format {
  return useLanguage().format;
}

export function useLocale(): Locale {
  return useLanguage().locale;
}

export function useLanguage(): Language {
  const value = useContext(LanguageContext);
  if (!value) throw new Error("This component must be inside I18nProvider.");
  return value;
}
