"use client";

import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { formatAgo } from "./format-ago.ts";
import { usePolledValue } from "./use-polled-value.ts";

/** From this age on, the date is shown instead. */
const LONG_MS = 7 * 24 * 60 * 60_000;

type AgoProps = {
  /** ISO 8601. */
  at: string;
  /** Shows the exact time beside the words, for touch and keyboard; otherwise it is in the tooltip. */
  exact?: boolean;
};

/** A relative time in words, with the exact time in the reader's zone. */
export function Ago({ at, exact = false }: AgoProps) {
  const { date, timeOfDay } = useFormat();
  const locale = useLocale();
  const time = Date.parse(at);
  // The server and the first render show the date, because the browser's clock and zone are unknown there.
  const text = usePolledValue(
    () => {
      const elapsed = Date.now() - time;
      return !exact && Math.abs(elapsed) > LONG_MS ? "" : formatAgo(elapsed, INTL_LOCALE[locale]);
    },
    30_000,
    "",
  );
  const moment = `${date(time)} ${timeOfDay(time)}`;
  if (!exact) {
    return (
      <time dateTime={at} title={moment} suppressHydrationWarning>
        {text === "" ? date(time) : text}
      </time>
    );
  }
  return (
    <time
      dateTime={at}
      className="inline-flex flex-wrap items-baseline gap-x-1.5"
      suppressHydrationWarning
    >
      {text === "" ? null : <span>{text}</span>}
      <span className="text-2xs text-ink-faint">{moment}</span>
    </time>
  );
}
