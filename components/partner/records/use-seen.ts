"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Whoever scrolls past has not read it. */
const SEEN_MS = 1_000;

/** Calls `onSeen` each time that the element was in view for a second since `what` changed; not without `what`. */
export function useSeen(
  element: RefObject<HTMLElement | null>,
  what: string | undefined,
  onSeen: (what: string) => void,
): void {
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (what === undefined || element.current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (!entry?.isIntersecting) return;
      timer = setTimeout(() => {
        watch.disconnect();
        latest.current(what);
      }, SEEN_MS);
    });
    watch.observe(element.current);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [element, what]);
}
