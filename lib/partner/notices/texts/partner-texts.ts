/** The texts that each language of mails to partners has. */
type LevelText = { from: string; to: string; percent: string };
type FallText = LevelText & { hours: string; at: string; toHold: string };
type PaymentText = { amount: string };

export type Words<Facts> = {
  subject: (facts: Facts) => string;
  lead: (facts: Facts) => readonly string[];
};

export type PartnerMailTexts = {
  level_up: Words<LevelText>;
  level_down: Words<LevelText>;
  level_falls: Words<FallText>;
  settlement_paid: Words<PaymentText>;
  settlement_failed: Words<PaymentText>;
  button: string;
  /** Separators of amounts. */
  rounded: string;
  /** Why it comes, and how it stops. */
  unsubscribe: (site: string) => string;
  /** The label of the link that stops such mails. */
  stop: string;
};
