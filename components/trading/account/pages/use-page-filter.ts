"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { formatFilter, type PageFilter, parseFilter, spanOf } from "./period.ts";

/** The filter in the address, and its span. Changing the filter changes the address. */
export function usePageFilter() {
  const address = useSearchParams().toString();
  const filter = useMemo(() => parseFilter(new URLSearchParams(address)), [address]);
  // Fixed for the life of the page: a span that moves with the clock would be read all the time.
  const [openedAt] = useState(() => Date.now());
  const span = useMemo(() => spanOf(filter, openedAt), [filter, openedAt]);
  return { filter, span, change };
}

/** Reads the address and not the rendered filter, because a second change may come before the next render. */
function change(next: Partial<PageFilter>): void {
  const filter = parseFilter(new URLSearchParams(window.location.search));
  const search = formatFilter({ ...filter, ...next });
  // The router follows this without asking the server for a page.
  window.history.replaceState(null, "", search === "" ? window.location.pathname : `?${search}`);
}

export type PageFilterState = ReturnType<typeof usePageFilter>;
