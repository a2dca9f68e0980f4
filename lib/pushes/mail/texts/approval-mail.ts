/** The mail about an order that waits for its owner, in their language. It has figures of the order, and nothing that its proposer wrote. */

import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import type { ApprovalPush } from "#lib/protocol/wire/pushes.ts";
import { APPROVAL_AR } from "./approval-ar.ts";
import { APPROVAL_DE } from "./approval-de.ts";
import { APPROVAL_EN } from "./approval-en.ts";
import type { ApprovalMailTexts } from "./approval-texts.ts";

const TEXTS: Record<MailLocale, ApprovalMailTexts> = {
  en: APPROVAL_EN,
  de: APPROVAL_DE,
  ar: APPROVAL_AR,
};

/** Arabic keeps Latin digits, as everywhere in the app. */
const TAGS: Record<MailLocale, string> = { en: "en-GB", de: "de-DE", ar: "ar-u-nu-latn" };

export type ApprovalMail = {
  order: ApprovalPush;
  locale: MailLocale;
  /** IANA name. */
  timeZone: string;
  /** The app's address. */
  baseUrl: string;
};

export function approvalMail({ order, locale, timeZone, baseUrl }: ApprovalMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = TEXTS[locale];
  const until = new Intl.DateTimeFormat(TAGS[locale], {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(Date.parse(order.expires_at));
  const { action, side } = order;
  const isChange = action === "close" || action === "modify" || action === "cancel";
  const subject = texts.subject(texts[isChange ? action : side](`${order.size} ${order.market}`));
  const lead = [subject, texts.until(until)];
  const paragraphs = [texts.safe, texts.stop(`${baseUrl}/settings/notifications`)];
  const url = `${baseUrl}/approvals/${encodeURIComponent(order.staged_order_id)}`;
  const { button } = texts;
  return {
    subject,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title: subject, lead, paragraphs, button, url }),
  };
}
