/** A mail as HTML: paragraphs, a button, and the button's address in full. It loads no resources. */
import { escapeHtml } from "#lib/platform/mail/escape-html.ts";
import type { MailLocale } from "./mail-locales.ts";

export type MailPage = {
  locale: MailLocale;
  title: string;
  /** Paragraphs before and after the button. */
  lead: readonly string[];
  paragraphs: readonly string[];
  button: string;
  url: string;
  /** How to stop such mails. */
  stop?: { label: string; url: string };
};

export function mailPage(page: MailPage): string {
  const { locale, title, lead, paragraphs, button, url, stop } = page;
  const direction = locale === "ar" ? "rtl" : "ltr";
  const written = (lines: readonly string[]) =>
    lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
  const end =
    stop === undefined
      ? ""
      : `<p><a href="${escapeHtml(stop.url)}">${escapeHtml(stop.label)}</a></p>\n`;
  return `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:34em;margin:0 auto;padding:24px">
${written(lead)}
<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f2937;color:#ffffff">${escapeHtml(button)}</a></p>
${written(paragraphs)}
${end}<p dir="ltr" style="word-break:break-all;font-size:13px">${escapeHtml(url)}</p>
</body></html>`;
}
