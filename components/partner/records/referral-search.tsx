"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { SEARCH_LENGTH } from "#components/partner/earnings/view.ts";

/** Typing pauses this long before a search. */
const PAUSE_MS = 300;

/** Searches the referrals; the text is kept in the address. */
export function ReferralSearch() {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  const [typed, setTyped] = useState(view.search);
  const { search } = view;
  useEffect(() => {
    // An unchanged search must not rewrite the address, which may have days that are reported as invalid.
    if (typed.trim() === search) return;
    const timer = setTimeout(() => change({ search: typed.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, change]);
  return (
    <label className="flex h-8 min-w-48 flex-1 items-center gap-2 rounded border border-line-strong bg-raised px-2.5 focus-within:border-accent sm:max-w-72 pointer-coarse:h-auto">
      <Search size={14} aria-hidden className="shrink-0 text-ink-muted" />
      <span className="sr-only">{text("search")}</span>
      <input
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={SEARCH_LENGTH}
        placeholder={text("search")}
        className="h-full w-full pointer-coarse:min-h-11 min-w-0 bg-transparent text-xs outline-none max-sm:text-base"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
