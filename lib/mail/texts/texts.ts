/** What the service writes to people, in their language. */
import { escapeHtml } from "#lib/mail/escape-html.ts";
import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";

export type MailLocale = "en" | "de" | "ar";
export type LinkPurpose = "sign-in" | "link" | "prove";

export type LinkTexts = {
  subject: (site: string) => string;
  lead: (site: string) => string;
  button: string;
};

export type MailTexts = Record<LinkPurpose, LinkTexts> & {
  /** How long the link works, and that it works once. */
  limits: (minutes: number) => string;
  /** For who did not ask. */
  unasked: string;
};

const TEXTS: Record<MailLocale, MailTexts> = { en: EN, de: DE, ar: AR };

export type LinkMail = {
  purpose: LinkPurpose;
  locale: MailLocale;
  url: string;
  /** Host of the service. */
  site: string;
  minutes: number;
};

/** Subject, plain text and HTML of a mail with a link. Nothing in it is loaded from anywhere. */
export function linkMail({ purpose, locale, url, site, minutes }: LinkMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = TEXTS[locale];
  const { subject, lead, button } = texts[purpose];
  const paragraphs = [texts.limits(minutes), texts.unasked];
  const direction = locale === "ar" ? "rtl" : "ltr";
  const html = `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject(site))}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34em;margin:0 auto;padding:24px">
<p>${escapeHtml(lead(site))}</p>
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f2937;color:#ffffff">${escapeHtml(button)}</a></p>
${paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
<p dir="ltr" style="word-break:break-all;font-size:13px">${escapeHtml(url)}</p>
</body></html>`;
  return {
    subject: subject(site),
    text: [lead(site), url, ...paragraphs].join("\n\n"),
    html,
  };
}
