"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";

/** The query of the address, and a setter that changes it without requesting another page. */
export function useSearch(): [search: string, change: (next: string) => void] {
  const address = useSearchParams().toString();
  const [search, setSearch] = useState(address);
  // The router may lag behind the last change of the address; the window does not.
  // oxlint-disable-next-line react/set-state-in-effect -- the window's address is the external system
  useEffect(() => setSearch(window.location.search.slice(1)), [address]);
  const change = useCallback((next: string) => {
    const { pathname, hash } = window.location;
    window.history.replaceState(null, "", `${pathname}${next === "" ? "" : `?${next}`}${hash}`);
    setSearch(next);
  }, []);
  return [search, change];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** The instant in the address (ISO 8601); undefined: now. An invalid instant counts as now. */
export function useKnownAt(): [at: string | undefined, change: (at: string | undefined) => void] {
  const [search, setSearch] = useSearch();
  const given = new URLSearchParams(search).get("known_at");
  const change = useCallback((at: string | undefined) => setSearch(knownSearch(at)), [setSearch]);
  return [given !== null && isInstant(given) ? given : undefined, change];
}

/** The query of an address that shows the state at an instant. */
export function knownSearch(at: string | undefined): string {
  return at === undefined ? "" : new URLSearchParams({ known_at: at }).toString();
}

function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text));
}
