"use client";

import { useEffect, useState } from "react";

const ACTIVITY = ["pointermove", "pointerdown", "keydown"] as const;
/** A page that nobody touches is whole after this time. */
const ANYWAY_MS = 60_000;

/** False until the person moves, presses or types, or some time has passed: what is only for them is loaded then. */
export function useActive(): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    if (isActive) return;
    const off = new AbortController();
    const activate = () => setActive(true);
    for (const kind of ACTIVITY)
      window.addEventListener(kind, activate, { signal: off.signal, passive: true });
    const timer = setTimeout(activate, ANYWAY_MS);
    return () => {
      off.abort();
      clearTimeout(timer);
    };
  }, [isActive]);
  return isActive;
}
