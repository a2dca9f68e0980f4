"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import {
  REFERRAL_ORDERS,
  REFERRAL_SORTS,
  type ReferralOrder,
  type ReferralSort,
} from "#lib/protocol/partner/enumerations.ts";

const CHOICES = REFERRAL_SORTS.flatMap((sort) =>
  REFERRAL_ORDERS.map((order) => ({ sort, order, name: `sort_${sort}_${order}` as const })),
);

/** The orders of the referrals as one list, for narrow screens, which have no column names. */
export function ReferralSorts() {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  return (
    <select
      aria-label={text("sort")}
      value={`sort_${view.sort}_${view.order}`}
      className="h-8 max-w-full rounded border border-line-strong bg-raised px-2 text-xs pointer-coarse:h-11"
      onChange={(event) => {
        const chosen = CHOICES.find(({ name }) => name === event.currentTarget.value);
        if (chosen !== undefined) change({ sort: chosen.sort, order: chosen.order });
      }}
    >
      {CHOICES.map(({ name }) => (
        <option key={name} value={name}>
          {text(name)}
        </option>
      ))}
    </select>
  );
}

const OTHER = { asc: "desc", desc: "asc" } as const satisfies Record<ReferralOrder, ReferralOrder>;

/** `aria-sort` of a column. */
export const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** A column name that orders the referrals: the highest first, then the other way. */
export function SortButton({ sort, children }: { sort: ReferralSort; children: string }) {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  const isChosen = view.sort === sort;
  const next = isChosen ? OTHER[view.order] : "desc";
  const Arrow = view.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={text(`sort_${sort}_${next}`)}
      className="inline-flex items-center gap-0.5 rounded hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      onClick={() => change({ sort, order: next })}
    >
      {children}
      {isChosen ? <Arrow size={12} aria-hidden className="shrink-0" /> : null}
    </button>
  );
}
