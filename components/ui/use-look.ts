"use client";

import { useCallback, useSyncExternalStore } from "react";

/**
 * What `look` sees, looked at again and again; `first` on the server and in the first render. Not a state that is set
 * at each look: React keeps what is set, equal or not, until the component is drawn again, and so a page on which
 * nothing changes would fill up.
 */
export function useLook<Seen extends string | number | undefined>(
  look: () => Seen,
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
  return useSyncExternalStore(follow, look, () => first);
}
