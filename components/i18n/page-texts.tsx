"use client";

import { type ReactNode, useContext, useMemo } from "react";
import { LanguageContext } from "./i18n-provider.tsx";
import type { PageMessages } from "./sources.ts";
import { textOf } from "./translate.ts";

type PageTextsProps = { messages: Partial<PageMessages>; children: ReactNode };

/** Adds the texts of some pages to those of every page, for the components below, so that no other page carries them. */
export function PageTexts({ messages, children }: PageTextsProps) {
  const language = useContext(LanguageContext);
  const value = useMemo(() => {
    if (language === undefined) return undefined;
    const { locale, texts } = language;
    const own = Object.entries(messages).map(([feature, file]) => [
      feature,
      textOf(file, locale, texts.shared),
    ]);
    return { ...language, texts: { ...texts, ...Object.fromEntries(own) } };
  }, [language, messages]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}
