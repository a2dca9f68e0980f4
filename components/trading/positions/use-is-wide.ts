"use client";

import { type RefCallback, useCallback, useState } from "react";

/** Whether the element that takes the ref is at least so many pixels wide; true before it is measured. */
export function useIsWide(pixels: number): { box: RefCallback<HTMLElement>; wide: boolean } {
  const [wide, setWide] = useState(true);
  const box = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const measure = () => setWide(element.clientWidth >= pixels);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [pixels],
  );
  return { box, wide };
}
