"use client";

import { useFormat } from "#components/i18n/i18n-provider.tsx";

/** Formats day and time in the user's time zone. */
export function useDateTime(): (at: string) => string {
  const { date, timeOfDay } = useFormat();
  return (at) => `${date(Date.parse(at))} ${timeOfDay(Date.parse(at))}`;
}

/** Day and time as an element, with the exact UTC instant as title. */
export function DateTime({ at }: { at: string }) {
  const dateTime = useDateTime();
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {dateTime(at)}
    </time>
  );
}
