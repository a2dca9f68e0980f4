"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { formatFilter, type PageFilter, parseFilter, spanOf } from "./period.ts";

/** The filter in the address, and the span that it means; changing one writes the other. */
export function usePageFilter() {
  const address = useSearchParams().toString();
  const filter = useMemo(() => parseFilter(new URLSearchParams(address)), [address]);
  // One moment for the life of the page: a span that moves with the clock would be read anew all the time.
  const [openedAt] = useState(() => Date.now());
  const span = useMemo(() => spanOf(filter, openedAt), [filter, openedAt]);
  const change = useCallback(
    (next: Partial<PageFilter>) => {
      const search = formatFilter({ ...filter, ...next });
      // The router follows this, and no page is asked of the server.
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
