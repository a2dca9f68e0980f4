/** Shows what a chat service would get. */
import "server-only";
import { config } from "#lib/platform/config/config.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import type { WebhookEventType, WebhookFormat } from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import { chatBody } from "#lib/webhooks/chat/chat-body.ts";
import { chatMessage } from "#lib/webhooks/chat/chat-message.ts";
import { EVENT_TYPES } from "#lib/webhooks/event-types/event-types.ts";

/** The message about the sample of an event type; null for the format json and without a type. */
export function previewMessage(
  type: WebhookEventType | undefined,
  format: WebhookFormat,
  locale: MailLocale | null,
): WebhookCheck["preview"] {
  if (format === "json" || type === undefined) return null;
  const event = { type, data: JSON.stringify(EVENT_TYPES[type].sample), isLive: true };
  const message = chatMessage(event, { locale, baseUrl: config().baseUrl });
  const { title, text, url } = message;
  return { type, title, text, url, body: chatBody(format, message) };
}
