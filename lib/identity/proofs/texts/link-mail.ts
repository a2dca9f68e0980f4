/** Sign-in mails in the user's language. */

import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import { AR } from "./link-ar.ts";
import { DE } from "./link-de.ts";
import { EN } from "./link-en.ts";
import type { LinkPurpose, MailTexts } from "./link-texts.ts";

const TEXTS: Record<MailLocale, MailTexts> = { en: EN, de: DE, ar: AR };

export type LinkMail = {
  purpose: LinkPurpose;
  locale: MailLocale;
  url: string;
  /** Host of the service. */
  site: string;
  minutes: number;
};

/** Subject, plain text and HTML of a mail with a link. It loads no resources. */
export function linkMail({ purpose, locale, url, site, minutes }: LinkMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = TEXTS[locale];
  const { subject, lead, button } = texts[purpose];
  const paragraphs = [texts.limits(minutes), texts.unasked];
  const html = mailPage({
    locale,
    title: subject(site),
    lead: [lead(site)],
    paragraphs,
    button,
    url,
  });
  return {
    subject: subject(site),
    text: [lead(site), url, ...paragraphs].join("\n\n"),
    html,
  };
}
