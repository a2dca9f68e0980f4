import type { ReactNode } from "react";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { swapMessages } from "#components/swaps/load-messages.ts";
import { SwapTexts } from "#components/swaps/texts.tsx";

/** Loads the texts of the swap pages. */
export default async function SwapsLayout({ children }: { children: ReactNode }) {
  const messages = await swapMessages(await requestLocale());
  return <SwapTexts messages={messages}>{children}</SwapTexts>;
}
