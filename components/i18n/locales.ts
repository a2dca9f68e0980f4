/** The languages of the interface. */

export const LOCALES = ["en", "de", "ar"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** Cookie that keeps a person's choice; without it the browser's languages decide. */
export const LOCALE_COOKIE = "svc.locale";

/** Each language by its own name, for users who read no other. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  de: "Deutsch",
  ar: "العربية",
};

/**
 * The locales given to `Intl`. Arabic keeps Latin digits, because users compare prices with wallets, explorers and the
 * signed text, which have no others.
 */
export const INTL_LOCALE: Readonly<Record<Locale, string>> = {
  en: "en-US-u-nu-latn",
  de: "de-DE-u-nu-latn",
  ar: "ar-u-nu-latn",
};

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

export function isLocale(text: string | undefined): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
