"use client";

import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { dateTag } from "./use-date-times.ts";
import { usePartnerView } from "./use-partner-view.ts";

/** The range and the product of the page's filters as text, for parts of the page away from the filters. */
export function useSpanName(): { range: string; product: string; both: string } {
  const text = useText("partner");
  const locale = useLocale();
  const { view } = usePartnerView();
  const { range: chosen, fromDay, toDay } = view;
  const product = text(`product_${view.product}`);
  const both = (range: string) => ({ range, product, both: `${range} · ${product}` });
  const days = new Intl.DateTimeFormat(dateTag(locale), {
    day: "numeric",
    month: "short",
    year: "numeric",
    // Days of the address are days and not instants.
    timeZone: "UTC",
  });
  if (chosen !== "custom") return both(text(`range_${chosen}_name`));
  if (fromDay !== undefined && toDay !== undefined) {
    const range = days.formatRange(Date.parse(fromDay), Date.parse(toDay));
    // Servers and browsers put different spaces around the dash.
    return both(range.replaceAll(/\s/g, " "));
  }
  if (fromDay !== undefined)
    return both(text("spanSince", { day: days.format(Date.parse(fromDay)) }));
  return both(text("spanUntil", { day: days.format(Date.parse(toDay ?? "")) }));
}
