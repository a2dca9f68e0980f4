/** The languages of mails. */
export const MAIL_LOCALES = ["en", "de", "ar"] as const;
export type MailLocale = (typeof MAIL_LOCALES)[number];
