/** The mail about the security of an account, in its owner's language. */

import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { mailPage } from "#lib/platform/mail/mail-page.ts";
import {
  SECURITY_PAGES,
  type SecurityFacts,
  type SecurityKind,
} from "#lib/protocol/security-notices.ts";
import { SECURITY_AR } from "./security-ar.ts";
import { SECURITY_DE } from "./security-de.ts";
import { SECURITY_EN } from "./security-en.ts";
import type { SecurityMailTexts } from "./security-texts.ts";

const TEXTS: Record<MailLocale, SecurityMailTexts> = {
  en: SECURITY_EN,
  de: SECURITY_DE,
  ar: SECURITY_AR,
};

export type SecurityMail = {
  kind: SecurityKind;
  facts: SecurityFacts;
  /** Unix milliseconds. */
  at: number;
  locale: MailLocale;
  /** The app's address. */
  baseUrl: string;
};

/** Names are user input: they are shortened, and never become a link. */
const LONGEST = 120;

export function securityMail({ kind, facts, at, locale, baseUrl }: SecurityMail): {
  subject: string;
  text: string;
  html: string;
} {
  const texts = TEXTS[locale];
  const { host } = new URL(baseUrl);
  const { subject, said, notYou } = texts.kinds[kind];
  const short = Object.entries(facts).map(([name, fact]) => [name, fact.slice(0, LONGEST)]);
  const shown = Object.fromEntries(short) as SecurityFacts;
  // The reader's time zone is not known here.
  const time = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lead = [
    said(shown),
    ...(shown.rights === "" ? [] : [texts.rights(shown.rights)]),
    texts.where({ time, address: shown.address, agent: shown.agent }),
    notYou,
  ];
  const url = `${baseUrl}${SECURITY_PAGES[kind]}`;
  const paragraphs = [texts.why(host)];
  const { button } = texts;
  const title = `${subject} · ${host}`;
  return {
    subject: title,
    text: [...lead, url, ...paragraphs].join("\n\n"),
    html: mailPage({ locale, title, lead, paragraphs, button, url }),
  };
}
