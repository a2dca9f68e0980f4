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
  const name = data["name"];
  const where = texts.where({
    name: typeof name === "string" ? name : null,
    origin: String(data["origin"]),
  });
  const lead = [causeOf(texts, data, where), texts.waiting];
  const paragraphs = [texts.why(new URL(baseUrl).host)];
  const url = `${baseUrl}/settings/webhooks/${data["webhook_id"]}`;
  const { button } = texts;
  const subject = texts.subject(where);
  return {
    subject,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title: subject, lead, paragraphs, button, url }),
  };
}

function causeOf(texts: WebhookMailTexts, data: WebhookPausedMail["data"], where: string): string {
  const said = (name: string) => String(data[name] ?? "");
  const facts = { where, note: said("note") };
  const reason = said("reason");
  const error = said("last_error");
  if (reason === "receiver") {
    // The header is the same in every language.
    return texts.receiver({
      ...facts,
      error: error === "disabled" ? "webhook-delivery: disable" : error,
    });
  }
  if (reason === "secret" || reason === "headers" || reason === "operator") {
    return texts[reason](facts);
  }
  const errorTexts = new Map(Object.entries(texts.errors));
  return texts.failures({ ...facts, error: errorTexts.get(error) ?? error });
}
