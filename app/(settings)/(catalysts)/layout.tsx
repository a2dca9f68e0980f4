import type { ReactNode } from "react";
import { catalystMessages } from "#components/catalysts/load-messages.ts";
import { CatalystTexts } from "#components/catalysts/texts.tsx";
import { requestLocale } from "#components/i18n/request-locale.ts";

/** Gives the pages of catalysts their texts. */
export default async function CatalystsLayout({ children }: { children: ReactNode }) {
  const messages = await catalystMessages(await requestLocale());
  return <CatalystTexts messages={messages}>{children}</CatalystTexts>;
}
