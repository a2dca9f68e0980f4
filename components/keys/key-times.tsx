"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type KeyTimeProps = {
  /** ISO 8601; null: it never was. */
  at: string | null;
  /** Unix milliseconds, of the last read. */
  now: number;
};

/** A moment as a distance, with the exact time beside it for those who look closer. */
export function KeyTime({ at, now }: KeyTimeProps) {
  const text = useText("keys");
  const format = useFormat();
  if (at === null) return <span>{text("never")}</span>;
  const milliseconds = Date.parse(at);
  const distance = Math.abs(milliseconds - now);
  const time =
    distance >= DAY_MS
      ? text("days", { count: Math.floor(distance / DAY_MS) })
      : distance >= HOUR_MS
        ? text("hours", { count: Math.floor(distance / HOUR_MS) })
        : text("minutes", { count: Math.max(1, Math.floor(distance / MINUTE_MS)) });
  const isNow = milliseconds <= now && distance < MINUTE_MS;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <span>{isNow ? text("justNow") : text(milliseconds > now ? "inTime" : "ago", { time })}</span>
      <time dateTime={at} className="text-2xs text-ink-faint">
        {format.date(milliseconds)} {format.timeOfDay(milliseconds)}
      </time>
    </span>
  );
}
