"use client";

import { useCallback, useEffect, useRef, useState } from "react";

export type Held<Value> = {
  /** The value from when the hold began, else the current one. */
  value: Value;
  /** Freezes the value for `milliseconds`, or until `release`. */
  hold: (milliseconds?: number) => void;
  release: () => void;
};

/** A live value that can be frozen, so that rows do not change while the pointer aims at one. */
export function useHeld<Value>(live: Value): Held<Value> {
  const [held, setHeld] = useState<{ value: Value } | undefined>();
  const latest = useRef(live);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = live;
  }, [live]);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(undefined);
  }, []);
  const hold = useCallback(
    (milliseconds?: number) => {
      setHeld((current) => current ?? { value: latest.current });
      clearTimeout(timer.current);
      if (milliseconds !== undefined) timer.current = setTimeout(release, milliseconds);
    },
    [release],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return { value: held ? held.value : live, hold, release };
}
