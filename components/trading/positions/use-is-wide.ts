"use client";

import { type RefCallback, useCallback, useState } from "react";

/**
 * Whether the table in the element that takes the ref has room for all its columns: at least so many pixels, and as many
 * as its figures need. `rows` names the rows: with others the need is measured again. True before it is measured.
 */
export function useIsWide(
  pixels: number,
  rows: string,
): { box: RefCallback<HTMLElement>; wide: boolean } {
  const [wide, setWide] = useState(true);
  const box = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      let needed = pixels;
      let isWide = true;
      const measure = () => {
        const table = element.querySelector("table")?.offsetWidth ?? 0;
        const room = element.clientWidth;
        // The narrow form says nothing about what the wide one needs.
        if (isWide && table > room) needed = Math.max(needed, table);
        isWide = room >= needed;
        setWide(isWide);
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      const table = element.querySelector("table");
      if (table) observer.observe(table);
      return () => observer.disconnect();
    },
    // oxlint-disable-next-line react/exhaustive-deps -- other rows need other widths
    [pixels, rows],
  );
  return { box, wide };
}
