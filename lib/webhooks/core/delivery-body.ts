/** The body of a delivery in the format of its webhook. */
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import type { WebhookFormat } from "#lib/protocol/webhooks.ts";
import { chatBody } from "#lib/webhooks/chat/chat-body.ts";
import { chatMessage } from "#lib/webhooks/chat/chat-message.ts";
import { type Delivery, deliveryBody } from "./signature.ts";

export type BodyTerms = {
  format: WebhookFormat;
  /** Language of a chat message; null: English. */
  locale: MailLocale | null;
  /** The app's address, to which a chat message links. */
  baseUrl: string;
};

/** Every attempt in the same format sends the same bytes. */
export function formattedBody(delivery: Delivery, { format, locale, baseUrl }: BodyTerms): string {
  if (format === "json") return deliveryBody(delivery);
  return chatBody(format, chatMessage(delivery, { locale, baseUrl }));
}
