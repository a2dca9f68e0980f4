"use client";

import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 1023px)";

/** Whether the screen is narrower than the layout with panels side by side. The server renders the wide layout. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, isNarrow, () => false);
}

function isNarrow(): boolean {
  return window.matchMedia(QUERY).matches;
}

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(QUERY);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
