"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import type { Text, Translation } from "#components/i18n/message-types.ts";
import { textOf } from "#components/i18n/translate.ts";
import type english from "./messages/en.ts";

export type WebhookMessages = Translation<typeof english>;
export type WebhookText = Text<typeof english>;

const TextContext = createContext<WebhookText | undefined>(undefined);

type WebhookTextsProps = { messages: WebhookMessages; children: ReactNode };

/** Provides the texts of these pages, so that no other page carries them. */
export function WebhookTexts({ messages, children }: WebhookTextsProps) {
  const locale = useLocale();
  const text = useMemo(() => textOf<typeof english>(messages, locale), [messages, locale]);
  return <TextContext value={text}>{children}</TextContext>;
}

export function useWebhookText(): WebhookText {
  const value = useContext(TextContext);
  if (!value) throw new Error("This component must be inside WebhookTexts.");
  return value;
}
