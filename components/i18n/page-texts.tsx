"use client";

import { type ReactNode, useMemo } from "react";
import { LanguageContext, useLanguage } from "./i18n-provider.tsx";
import type { PageMessages } from "./sources.ts";
import { textsOf } from "./translate.ts";

type PageTextsProps = { messages: Partial<PageMessages>; children: ReactNode };

/** Adds the texts of some pages to those of every page, for the components below, so that no other page carries them. */
export function PageTexts({ messages, children }: PageTextsProps) {
  const language = useLanguage();
  const value = useMemo(() => {
    const { locale, texts } = language;
    return { ...language, texts: { ...texts, ...textsOf(messages, locale, texts.shared) } };
  }, [language, messages]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}
