"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useLocale } from "./i18n-provider.tsx";
import type { MessageFile, Text, Translation } from "./message-types.ts";
import { textOf } from "./translate.ts";

/** Texts of some pages only, so that no other page carries them: a provider, and the hook that reads them below it. */
export function createPageTexts<Source extends MessageFile>() {
  const TextContext = createContext<Text<Source> | undefined>(undefined);
  function PageTexts({
    messages,
    children,
  }: {
    messages: Translation<Source>;
    children: ReactNode;
  }) {
    const locale = useLocale();
    const text = useMemo(() => textOf<Source>(messages, locale), [messages, locale]);
    return <TextContext value={text}>{children}</TextContext>;
  }
  function usePageText(): Text<Source> {
    const value = useContext(TextContext);
    if (!value) throw new Error("This component must be inside its page's texts.");
    return value;
  }
  return { PageTexts, usePageText };
}
