import type { ReactNode } from "react";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { requestLocale } from "#components/i18n/request-locale.ts";
import type { PageLoaders } from "./en.ts";
import { loadPageMessages } from "./load-messages.ts";

type RequestTextsProps = { of: keyof PageLoaders; children: ReactNode };

/** Gives the texts of a feature that only some pages show to the components below, for `useText`. On the server only. */
export async function RequestTexts({ of, children }: RequestTextsProps) {
  const messages = await loadPageMessages(of, await requestLocale());
  return <PageTexts messages={messages}>{children}</PageTexts>;
}
