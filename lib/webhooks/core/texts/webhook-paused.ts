/** The mail about a paused webhook, in the owner's language. */

import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import { WEBHOOK_AR } from "./webhook-ar.ts";
import { WEBHOOK_DE } from "./webhook-de.ts";
import { WEBHOOK_EN } from "./webhook-en.ts";
import type { WebhookMailTexts } from "./webhook-texts.ts";

const TEXTS: Record<MailLocale, WebhookMailTexts> = {
  en: WEBHOOK_EN,
  de: WEBHOOK_DE,
  ar: WEBHOOK_AR,
};

export type WebhookPausedMail = {
  /** The facts of a `webhook.paused` notice. It has the origin only: a path may contain a token of the receiver. */
  data: Readonly<Record<string, string | number | null>>;
  locale: MailLocale;
  /** The app's address. */
  baseUrl: string;
};

export function webhookPausedMail({ data, locale, baseUrl }: WebhookPausedMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = TEXTS[locale];
  const origin = String(data["origin"]);
  const lead = [causeOf(texts, data), texts.waiting];
  const paragraphs = [texts.why(new URL(baseUrl).host)];
  const url = `${baseUrl}/settings/webhooks/${data["webhook_id"]}`;
  const { button } = texts;
  const subject = texts.subject(origin);
  return {
    subject,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title: subject, lead, paragraphs, button, url }),
  };
}

function causeOf(texts: WebhookMailTexts, data: WebhookPausedMail["data"]): string {
  const said = (name: string) => String(data[name] ?? "");
  const facts = { origin: said("origin"), note: said("note") };
  const reason = said("reason");
  if (reason === "secret" || reason === "receiver" || reason === "operator")
    return texts[reason](facts);
  const errorTexts = new Map(Object.entries(texts.errors));
  return texts.failures({
    ...facts,
    error: errorTexts.get(said("last_error")) ?? said("last_error"),
  });
}
