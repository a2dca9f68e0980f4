/** Sign-in mails in the user's language. */
import { mailPage } from "./_mail-page.ts";
import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import type { LinkPurpose, MailLocale, MailTexts } from "./mail-texts.ts";

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
