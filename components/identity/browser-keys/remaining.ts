/** How long something still lasts, in the two largest units that count. */
import type { Text } from "#components/i18n/message-types.ts";
import type { Sources } from "#components/i18n/sources.ts";

const MINUTE_MS = 60_000;

export function remainingText(milliseconds: number, text: Text<Sources["tradingKey"]>): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return text("underMinute");
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return text("minutes", { minutes });
  const days = Math.floor(hours / 24);
  if (days < 1) return text("hours", { hours, minutes: minutes % 60 });
  return text("days", { days, hours: hours % 24 });
}
