"use client";

import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";
import { withUnit } from "#lib/protocol/with-unit.ts";

type Unit = CalendarItem["unit"];

/** A number with all its digits and its unit; a dash when there is no number. */
export function useFigure(): (value: string | null, unit: Unit) => string {
  const text = useText("calendar");
  const { grouped } = useFormat();
  const tag = INTL_LOCALE[useLocale()];
  return (value, unit) => (value === null ? text("none") : withUnit(grouped(value), unit, tag));
}

/** A surprise with its sign, and its size compared with earlier surprises. */
export function useSurprise(): (item: CalendarItem) => string {
  const text = useText("calendar");
  const { figure } = useFormat();
  const number = useFigure();
  return ({ surprise, unit }) => {
    if (surprise === null) return text("none");
    const { value, z } = surprise;
    const sign = value.startsWith("-") || !/[1-9]/.test(value) ? "" : "+";
    const signed = `${sign}${number(value, unit)}`;
    if (z === null) return isolated(signed);
    const deviations = text("surpriseZ", { z: isolated(figure(z.toFixed(1), 1)) });
    return `${isolated(signed)} (${deviations})`;
  };
}
