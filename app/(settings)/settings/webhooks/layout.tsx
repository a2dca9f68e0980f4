import type { ReactNode } from "react";
import { requestLocale } from "#components/i18n/request-locale.ts";
import { webhookMessages } from "#components/webhooks/load-messages.ts";
import { WebhookTexts } from "#components/webhooks/texts.tsx";

/** Loads the texts of the webhook pages. */
export default async function WebhooksLayout({ children }: { children: ReactNode }) {
  const messages = await webhookMessages(await requestLocale());
  return <WebhookTexts messages={messages}>{children}</WebhookTexts>;
}
