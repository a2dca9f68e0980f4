"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import type { Referral } from "#lib/protocol/wire/partner.ts";

/** An amount with all digits. */
export function Exact({ value, figure }: { value: string; figure: string }) {
  const { grouped } = useFormat();
  return (
    <bdi dir="ltr" translate="no" data-figure={figure} data-exact={value}>
      {grouped(value)}
    </bdi>
  );
}

/** The ends of a long identifier such as an address, with the whole one as title. */
export function Short({ value, ends = 4 }: { value: string; ends?: number }) {
  const isLong = value.length > 2 * ends + 1;
  return (
    <bdi dir="ltr" translate="no" title={value}>
      {isLong ? `${value.slice(0, ends)}…${value.slice(-ends)}` : value}
    </bdi>
  );
}

/** `ref_` and the first eight of its letters. */
export function shortReferral(id: string): string {
  return id.length > 13 ? `${id.slice(0, 12)}…` : id;
}

export function Simulated() {
  const text = useText("partnerRecords");
  return <Chip tone="warn">{text("simulated")}</Chip>;
}

/** A referral that the operator holds, or has rejected. */
export function Review({ state }: { state: Referral["review"] }) {
  const text = useText("partnerRecords");
  if (state === null || state === "accepted") return null;
  return <Chip tone="warn">{text(`review_${state}`)}</Chip>;
}

/** Whether single rows must be marked: when all are simulated, the page says so once. */
export function isMixed(rows: readonly { simulated: boolean }[]): boolean {
  return rows.some(({ simulated }) => simulated) && rows.some(({ simulated }) => !simulated);
}
