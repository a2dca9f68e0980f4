import type { ReactNode } from "react";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { signalMessages } from "#components/signals/load-messages.ts";
import { SignalTexts } from "#components/signals/texts.tsx";

/** Gives the pages of signals their texts. */
export default async function SignalsLayout({ children }: { children: ReactNode }) {
  const messages = await signalMessages(await requestLocale());
  return <SignalTexts messages={messages}>{children}</SignalTexts>;
}
