/** The texts that each language of sign-in mails has. */
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
