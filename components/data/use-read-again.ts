"use client";

import { useEffect, useRef } from "react";

/**
 * Calls `read` every `everyMs` while the page is visible, and when it becomes visible or online; `undefined`: never.
 */
export function useReadAgain(read: () => unknown, everyMs: number | undefined): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    if (everyMs === undefined) return;
    const readIfVisible = () => {
      if (document.visibilityState === "visible") latest.current();
    };
    const timer = setInterval(readIfVisible, everyMs);
    document.addEventListener("visibilitychange", readIfVisible);
    window.addEventListener("online", readIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", readIfVisible);
      window.removeEventListener("online", readIfVisible);
    };
  }, [everyMs]);
}
