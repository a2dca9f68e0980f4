"use client";

import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { dateTag } from "#components/partner/earnings/use-date-times.ts";
import type { PayoutTerms } from "#lib/protocol/wire/partner.ts";

/** When partners are paid and from which amount on, as sentences. */
export function usePayoutTerms({ available, next_at: next, minimum }: PayoutTerms): {
  when: string;
  least: string;
} {
  const text = useText("partnerPayouts");
  const { grouped } = useFormat();
  const locale = useLocale();
  const least = text("minimum", { minimum: grouped(minimum) });
  if (!available) return { when: text("whenNever"), least };
  if (next === null) return { when: text("whenFree"), least };
  const day = new Intl.DateTimeFormat(dateTag(locale), { dateStyle: "long", timeZone: "UTC" });
  return { when: text("whenDay", { date: day.format(Date.parse(next)) }), least };
}
