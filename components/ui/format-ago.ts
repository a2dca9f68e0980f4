import { MINUTE_MS } from "#lib/protocol/durations.ts";

const STEPS = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

/**
 * A relative time in words of the locale (BCP 47); a negative `elapsedMs` is in the future. Past times are rounded down
 * to whole units, future ones to the nearest: "in 90 days" still reads so a second later.
 */
export function formatAgo(elapsedMs: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const isAhead = elapsedMs < 0;
  const minutes = Math.abs(elapsedMs) / MINUTE_MS;
  const distanceMs = (isAhead ? Math.round(minutes) : minutes) * MINUTE_MS;
  for (const [unit, lengthMs] of STEPS) {
    if (distanceMs < lengthMs) continue;
    const units = distanceMs / lengthMs;
    return format.format(isAhead ? Math.round(units) : -Math.floor(units), unit);
  }
  return format.format(0, "second");
}
