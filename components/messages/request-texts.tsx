import type { ReactNode } from "react";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import { requestLocale } from "#components/i18n/request-locale.ts";
import type { PageMessages } from "#components/i18n/sources.ts";
import type { PageLoaders } from "./en.ts";
import { loadPageMessages } from "./load-messages.ts";

type Feature = keyof PageLoaders;
type RequestTextsProps = { of: Feature | readonly Feature[]; children: ReactNode };

/** Gives the texts of features that only some pages show to the components below, for `useText`. On the server only. */
export async function RequestTexts({ of, children }: RequestTextsProps) {
  const locale = await requestLocale();
  const features = typeof of === "string" ? [of] : of;
  const loaded = await Promise.all(features.map((feature) => loadPageMessages(feature, locale)));
  const messages = Object.assign({}, ...loaded) as Partial<PageMessages>;
  return <PageTexts messages={messages}>{children}</PageTexts>;
}
