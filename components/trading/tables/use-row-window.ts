"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Box, scrollTopFor, sightOf, type WindowPart, windowParts } from "./row-window.ts";

/** Older rows are asked for when so many are left below what is in sight. */
const ASK_BEFORE_END = 30;

type RowWindow = {
  box: RefObject<HTMLDivElement | null>;
  parts: readonly WindowPart[];
  scrollToIndex: (index: number) => void;
};

type RowWindowOptions = {
  count: number;
  /** This row stays in the page wherever it is scrolled to: it has the focus. */
  keep: number;
  /** Called when the end comes near; `undefined` when there is nothing behind it. */
  onEnd: (() => void) | undefined;
};

/** Which rows of a table are in the page. */
export function useRowWindow({ count, keep, onEnd }: RowWindowOptions): RowWindow {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState(() => sightOf({ top: 0, height: 0, header: 0, lead: 0 }));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = sightOf(measure(element));
      setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    // Drawn before the scrolled box is: there is no frame with a gap in sight.
    const onScroll = () => flushSync(look);
    // Tells the sizes at once, and whenever they change: of the table, too, for what comes above its rows moves them.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const table = element.querySelector("table");
    if (table) sizes.observe(table);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);
  const isSeen = sight.last > 0;
  useEffect(() => {
    if (onEnd && isSeen && sight.last >= count - ASK_BEFORE_END) onEnd();
  }, [onEnd, isSeen, count, sight.last]);
  const scrollToIndex = useCallback((index: number) => {
    const element = box.current;
    if (element) element.scrollTop = scrollTopFor(index, measure(element));
  }, []);
  return { box, parts: windowParts(count, sight, keep), scrollToIndex };
}

/** The lead is measured, not counted: what stands above the rows is as high as it likes. */
function measure(element: HTMLElement): Box {
  const header = element.querySelector("thead")?.offsetHeight ?? 0;
  const first = element.querySelector<HTMLElement>("tbody > :is(tr[data-row], tr[data-gap])");
  const lead = Math.max(0, (first?.offsetTop ?? header) - header);
  return { top: element.scrollTop, height: element.clientHeight, header, lead };
}

/** Whether a row can be seen as a whole: below the header of its box, and in the window. */
export function isInSight(row: HTMLElement, box: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const upper = box.getBoundingClientRect().top + box.clientTop;
  const header = box.querySelector("thead")?.offsetHeight ?? 0;
  const begin = Math.max(0, upper + header);
  const end = Math.min(window.innerHeight, upper + box.clientHeight);
  // Half a pixel is lost where the page is zoomed.
  return top >= begin - 1 && bottom <= end + 1;
}
