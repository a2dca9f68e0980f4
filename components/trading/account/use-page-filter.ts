"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { formatFilter, type PageFilter, parseFilter, spanOf } from "./period.ts";

/** The filter in the address, and its span. Changing the filter changes the address. */
export function usePageFilter() {
  const address = useSearchParams().toString();
  const filter = useMemo(() => parseFilter(new URLSearchParams(address)), [address]);
  // Fixed for the life of the page: a span that moves with the clock would be read all the time.
  const [openedAt] = useState(() => Date.now());
  const span = useMemo(() => spanOf(filter, openedAt), [filter, openedAt]);
  const change = useCallback(
    (next: Partial<PageFilter>) => {
      const search = formatFilter({ ...filter, ...next });
      // The router follows this without asking the server for a page.
      window.history.replaceState(
        null,
        "",
        search === "" ? window.location.pathname : `?${search}`,
      );
    },
    [filter],
  );
  return { filter, span, change };
}

export type PageFilterState = ReturnType<typeof usePageFilter>;
