"use client";

import { useCallback, useEffect, useState } from "react";

/**
 * Whether the chart fills the screen. The whole document becomes the browser's full screen, so that menus and dialogs
 * stay visible; where a browser refuses that, the chart fills the window. Escape leaves either.
 */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false);
  const toggle = useCallback(() => setIsFull((before) => !before), []);
  useEffect(() => {
    if (!isFull) return;
    const leave = () => setIsFull(false);
    const onChange = () => {
      if (document.fullscreenElement === null) leave();
    };
    const onKey = (event: KeyboardEvent) => {
      // Escape in a menu or in the chart has closed something already.
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("fullscreenchange", onChange);
    document.addEventListener("keydown", onKey);
    // Absent on an iPhone.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      document.removeEventListener("keydown", onKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  return { isFull, toggle };
}
