/** The mail about what happened in a trading account: the text of the push, and a link to its page. */
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import ar from "#lib/protocol/push-texts/ar.ts";
import de from "#lib/protocol/push-texts/de.ts";
import en from "#lib/protocol/push-texts/en.ts";
import type { PushTexts } from "#lib/protocol/push-texts/push-text.ts";
import { tradingText } from "#lib/protocol/push-texts/trading-text.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";

const TEXTS: Readonly<Record<MailLocale, PushTexts>> = { en, de, ar };

type MailTexts = {
  market: string;
  account: string;
  /** Why it comes, and where it is switched off. */
  stop: (address: string) => string;
};

const MAIL_TEXTS: Readonly<Record<MailLocale, MailTexts>> = {
  en: {
    market: "Open the market",
    account: "Open your account",
    stop: (address) =>
      `You get this email because emails about your trading are on. Choose which you get at ${address}`,
  },
  de: {
    market: "Markt öffnen",
    account: "Konto öffnen",
    stop: (address) =>
      `Sie erhalten diese Mail, weil Mails über den eigenen Handel eingeschaltet sind. Auswählen können Sie sie unter ${address}`,
  },
  ar: {
    market: "فتح السوق",
    account: "فتح الحساب",
    stop: (address) =>
      `تصلك هذه الرسالة لأن رسائل البريد عن تداولك مشغّلة. اختر ما يصلك منها من \u2066${address}\u2069`,
  },
};

export type TradingMail = {
  push: TradingPush;
  locale: MailLocale;
  /** The app's address. */
  baseUrl: string;
};

export function tradingMail({ push, locale, baseUrl }: TradingMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { trading, tag } = TEXTS[locale];
  const texts = MAIL_TEXTS[locale];
  const { title: subject, body, path } = tradingText(push, trading, tag);
  const lead = body === "" ? [subject] : [subject, body];
  const url = `${baseUrl}${path}`;
  const button = path.startsWith("/trade") ? texts.market : texts.account;
  const paragraphs = [texts.stop(`${baseUrl}/settings/notifications`)];
  return {
    subject,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title: subject, lead, paragraphs, button, url }),
  };
}
