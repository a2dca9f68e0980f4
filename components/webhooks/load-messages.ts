/** The texts of the webhook pages in one language. On the server only. */
import type { Locale } from "#components/i18n/locales.ts";
import type { WebhookMessages } from "./texts.tsx";

const LOADERS: Readonly<Record<Locale, () => Promise<WebhookMessages>>> = {
  en: async () => (await import("./messages/en/webhooks.ts")).default,
  de: async () => (await import("./messages/de/webhooks.ts")).default,
  ar: async () => (await import("./messages/ar/webhooks.ts")).default,
};

export function webhookMessages(locale: Locale): Promise<WebhookMessages> {
  return LOADERS[locale]();
}
