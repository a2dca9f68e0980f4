"use client";

import { useCallback, useSyncExternalStore } from "react";

/**
 * What `look` sees, looked at again and again; `first` on the server, in the first render, and where there is no `look`. Not a state that is set
 * at each look: React keeps what is set, equal or not, until the component is drawn again, and so a page on which
 * nothing changes would fill up.
 */
export function usePolledValue<Seen extends string | number | undefined>(
  look: (() => Seen) | undefined,
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
  return useSyncExternalStore(follow, look ?? unseen, unseen);
}
