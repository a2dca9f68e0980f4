"use client";

import { useCallback, useSyncExternalStore } from "react";

/**
 * Polls `look`. Returns `first` on the server, in the first render, and without a `look`. An external store and not a
 * state: React keeps every state update until the component renders again, so on a page where nothing changes memory
 * would grow.
 */
export function usePolledValue<Seen extends string | number | undefined>(
  read: (() => Seen) | undefined,
  everyMs: number,
  first: Seen,
): Seen {
  const follow = useCallback(
    (again: () => void) => {
      const timer = setInterval(again, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  const unseen = () => first;
  return useSyncExternalStore(follow, read ?? unseen, unseen);
}
