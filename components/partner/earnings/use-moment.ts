"use client";

import { useMemo } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE, type Locale } from "#components/i18n/locales.ts";
import { type Moments, momentsIn, UNKNOWN_MOMENTS } from "./moments.ts";
import { useSnapshot } from "./snapshot-context.ts";

/** BCP 47 tag for times: English days stand before months, and hours go to 24. */
export function dateTag(locale: Locale): string {
  return locale === "en" ? "en-GB" : INTL_LOCALE[locale];
}

/** Times in the zone of the page, which is the one that its charts are cut in. */
export function useMoments(): Moments {
  const locale = useLocale();
  const { tz, hasZone } = useSnapshot();
  return useMemo(
    () => (hasZone ? momentsIn(dateTag(locale), tz) : UNKNOWN_MOMENTS),
    [locale, tz, hasZone],
  );
}
