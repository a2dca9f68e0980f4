"use client";

import { useMemo } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE, type Locale } from "#components/i18n/locales.ts";
import { type DateTimes, dateTimesIn, UNKNOWN_DATE_TIMES } from "./date-times.ts";
import { useSnapshot } from "./snapshot-context.ts";

/** BCP 47 tag for dates and times: in English, day before month and 24 hours. */
export function dateTag(locale: Locale): string {
  return locale === "en" ? "en-GB" : INTL_LOCALE[locale];
}

/** Dates and times in the page's time zone, which its charts use too. */
export function useDateTimes(): DateTimes {
  const locale = useLocale();
  const { tz, hasZone } = useSnapshot();
  return useMemo(
    () => (hasZone ? dateTimesIn(dateTag(locale), tz) : UNKNOWN_DATE_TIMES),
    [locale, tz, hasZone],
  );
}
