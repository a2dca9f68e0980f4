/** The mail about a price alert that fired, in its owner's language: the sentence of the push, and the user's note. */
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import ar from "#lib/protocol/push-texts/ar.ts";
import de from "#lib/protocol/push-texts/de.ts";
import en from "#lib/protocol/push-texts/en.ts";
import { type PushTexts, pushText } from "#lib/protocol/push-texts/push-text.ts";
import type { AlertPush } from "#lib/protocol/wire/pushes.ts";
import { ALERT_AR } from "./alert-ar.ts";
import { ALERT_DE } from "./alert-de.ts";
import { ALERT_EN } from "./alert-en.ts";
import type { AlertMailTexts } from "./alert-texts.ts";

const TEXTS: Record<MailLocale, AlertMailTexts> = { en: ALERT_EN, de: ALERT_DE, ar: ALERT_AR };
const SENTENCES: Record<MailLocale, PushTexts> = { en, de, ar };

export type AlertMail = {
  alert: AlertPush;
  locale: MailLocale;
  /** IANA name. */
  timeZone: string;
  /** The app's address. */
  baseUrl: string;
};

export function alertMail({ alert, locale, timeZone, baseUrl }: AlertMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { button, stop } = TEXTS[locale];
  const notice = { type: "push.alert", data: alert } as const;
  const { title, body, path } = pushText(notice, SENTENCES[locale], timeZone);
  const lead = [title, body];
  const paragraphs = [stop(`${baseUrl}/settings/notifications`)];
  const url = `${baseUrl}${path}`;
  return {
    subject: title,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title, lead, paragraphs, button, url }),
  };
}
