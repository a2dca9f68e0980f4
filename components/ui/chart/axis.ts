"use client";

/** The axes of charts of amounts over time. */
import { useMemo } from "react";
import { useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";

export const AXIS = {
  tick: { fill: "var(--ink-muted)", fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: "var(--line-strong)" },
  tickMargin: 6,
} as const;

export const CURSOR = { fill: "var(--hover)", stroke: "var(--line-strong)" } as const;

/** A rounded amount as an axis label; it is not an exact figure. */
export function useAxisAmount(): (value: number) => string {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.NumberFormat(INTL_LOCALE[locale], {
      notation: "compact",
      maximumSignificantDigits: 3,
    });
    return (value) => format.format(value);
  }, [locale]);
}
