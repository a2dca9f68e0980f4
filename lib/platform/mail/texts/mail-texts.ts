/** The texts that each language of mails has. */
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";

export const MAIL_LOCALES = ["en", "de", "ar"] as const;
export type MailLocale = (typeof MAIL_LOCALES)[number];
export type LinkPurpose = "sign-in" | "link" | "prove";

export type LinkTexts = {
  subject: (site: string) => string;
  lead: (site: string) => string;
  button: string;
};

export type MailTexts = Record<LinkPurpose, LinkTexts> & {
  /** How long the link works, and that it works once. */
  limits: (minutes: number) => string;
  /** For recipients who did not request the mail. */
  unasked: string;
};

type LevelWords = { from: string; to: string; percent: string };
type FallWords = LevelWords & { hours: string; at: string; toHold: string };
type PaymentWords = { amount: string };

export type Words<Facts> = {
  subject: (facts: Facts) => string;
  lead: (facts: Facts) => readonly string[];
};

export type PartnerMailTexts = {
  level_up: Words<LevelWords>;
  level_down: Words<LevelWords>;
  level_falls: Words<FallWords>;
  settlement_paid: Words<PaymentWords>;
  settlement_failed: Words<PaymentWords>;
  button: string;
  /** Separators of amounts. */
  rounded: string;
  /** Why it comes, and how it stops. */
  unsubscribe: (site: string) => string;
  /** The label of the link that stops such mails. */
  stop: string;
};

export type WebhookMailTexts = {
  subject: (origin: string) => string;
  /** A delivery failed seven times. `error`: `HTTP 500`, or one of `errors`. */
  failures: (facts: { origin: string; error: string }) => string;
  errors: Record<Exclude<AttemptFailure, "status">, string>;
  /** None of the secrets can be decrypted. */
  secret: (facts: { origin: string }) => string;
  /** `note`: what the operator wrote. */
  operator: (facts: { origin: string; note: string }) => string;
  /** Events wait until it is resumed. */
  waiting: string;
  button: string;
  /** Why it comes. */
  why: (site: string) => string;
};

export type ApprovalMailTexts = {
  /** `order`: size and market. */
  BUY: (order: string) => string;
  SELL: (order: string) => string;
  subject: (order: string) => string;
  /** `time`: with seconds and zone. */
  until: (time: string) => string;
  button: string;
  /** What the mail cannot do. */
  safe: string;
  /** Why it comes, and where it is switched off. */
  stop: (address: string) => string;
};
