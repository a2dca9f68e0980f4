/** Notices to partners as mails, in their language. Amounts are rounded to cents: the page has them in full. */

import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import { divideUp, formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import type { NoticeKind } from "#lib/protocol/partner/enumerations.ts";
import { FEE_DECIMALS } from "#lib/protocol/partner/partner-levels.ts";
import { PARTNER_AR } from "./partner-ar.ts";
import { PARTNER_DE } from "./partner-de.ts";
import { PARTNER_EN } from "./partner-en.ts";
import type { PartnerMailTexts, Words } from "./partner-texts.ts";

const TEXTS: Record<MailLocale, PartnerMailTexts> = {
  en: PARTNER_EN,
  de: PARTNER_DE,
  ar: PARTNER_AR,
};

/** Arabic keeps Latin digits, as everywhere in the app. */
const NUMBERS: Record<MailLocale, string> = { en: "en-US", de: "de-DE", ar: "ar-u-nu-latn" };

export type PartnerNoticeMail = {
  kind: NoticeKind;
  data: Readonly<Record<string, string | number | null>>;
  locale: MailLocale;
  /** The app's address. */
  baseUrl: string;
  unsubscribeUrl: string;
};

export function partnerNoticeMail(notice: PartnerNoticeMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { kind, data, locale, baseUrl, unsubscribeUrl } = notice;
  const texts = TEXTS[locale];
  const { subject, lead, hasAmount } = writeText(kind, data, locale);
  const url = `${baseUrl}/partner`;
  const unsubscribe = texts.unsubscribe(new URL(baseUrl).host);
  const paragraphs = hasAmount ? [texts.rounded, unsubscribe] : [unsubscribe];
  return {
    subject,
    text: [...lead, url, ...paragraphs, `${texts.stop}: ${unsubscribeUrl}`].join("\n\n"),
    html: mailPage({
      locale,
      title: subject,
      lead,
      paragraphs,
      button: texts.button,
      url,
      stop: { label: texts.stop, url: unsubscribeUrl },
    }),
  };
}

type Said = { subject: string; lead: readonly string[]; hasAmount: boolean };

function writeText(kind: NoticeKind, data: PartnerNoticeMail["data"], locale: MailLocale): Said {
  const texts = TEXTS[locale];
  const said = (name: string) => String(data[name] ?? "");
  const levels = { from: said("from"), to: said("to"), percent: said("share_percent") };
  const say = <Facts>({ subject, lead }: Words<Facts>, facts: Facts, hasAmount: boolean): Said => ({
    subject: subject(facts),
    lead: lead(facts),
    hasAmount,
  });
  switch (kind) {
    case "level_up":
    case "level_down":
      return say(texts[kind], levels, false);
    case "level_falls_72h":
    case "level_falls_24h": {
      const hours = kind === "level_falls_72h" ? "72" : "24";
      const at = leftToRight(`${said("at").slice(0, 16).replace("T", " ")} UTC`, locale);
      // Rounding down would not hold the level.
      const toHold = money(said("to_hold"), "USD", { locale, isRoundedUp: true });
      return say(texts.level_falls, { ...levels, hours, at, toHold }, true);
    }
    case "settlement_paid":
    case "settlement_failed": {
      const amount = money(said("amount"), "USDC", { locale, isRoundedUp: false });
      return say(texts[kind], { amount }, true);
    }
  }
}

type Rounding = { locale: MailLocale; isRoundedUp: boolean };

function money(amount: string, unit: string, { locale, isRoundedUp }: Rounding): string {
  const cents = isRoundedUp
    ? divideUp(parseSigned(amount, FEE_DECIMALS) ?? 0n, 10n ** BigInt(FEE_DECIMALS - 2))
    : (parseSigned(amount, 2) ?? 0n);
  const number = new Intl.NumberFormat(NUMBERS[locale], { minimumFractionDigits: 2 });
  return leftToRight(`${number.format(formatFixed(cents, 2) as `${number}`)} ${unit}`, locale);
}

/** Isolates figures with their unit, which keep their order within right-to-left text. */
function leftToRight(text: string, locale: MailLocale): string {
  return locale === "ar" ? `\u2066${text}\u2069` : text;
}
