"use client";

import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { useLook } from "#components/ui/use-look.ts";

const MINUTE_MS = 60_000;
const STEPS = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;
/** Older than this, the day itself says more than how many days ago it was. */
const LONG_MS = 7 * 24 * 60 * MINUTE_MS;

/** How long ago, or in how long, in words; the exact time when the pointer rests on it. `at` is ISO 8601. */
export function Ago({ at }: { at: string }) {
  const { date, timeOfDay } = useFormat();
  const locale = useLocale();
  const time = Date.parse(at);
  // The server and the first render say the day, as the browser's clock and zone are not known there.
  const words = useLook(() => inWords(Date.now() - time, locale), 30_000, "");
  const exact = `${date(time)} ${timeOfDay(time)}`;
  return (
    <time dateTime={at} title={exact} suppressHydrationWarning>
      {words === "" ? date(time) : words}
    </time>
  );
}

/** Empty for what is long ago. */
function inWords(elapsedMs: number, locale: keyof typeof INTL_LOCALE): string {
  if (Math.abs(elapsedMs) > LONG_MS) return "";
  const format = new Intl.RelativeTimeFormat(INTL_LOCALE[locale], { numeric: "auto" });
  for (const [unit, length] of STEPS) {
    const count = Math.trunc(elapsedMs / length);
    if (count !== 0) return format.format(-count, unit);
  }
  return format.format(0, "second");
}
