"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  type Box,
  scrollTopFor,
  visibleRange,
  type WindowPart,
  windowParts,
} from "./row-window.ts";

/** Older rows are requested when fewer than these are left below. */
const ASK_BEFORE_END = 30;

type RowWindow = {
  box: RefObject<HTMLDivElement | null>;
  parts: readonly WindowPart[];
  scrollToIndex: (index: number) => void;
};

type RowWindowOptions = {
  count: number;
  /** A row that stays rendered because it has the focus. */
  keep: number;
  /** Height of a row, in pixels. */
  row: number;
  /** Called close to the end; `undefined` when there are no more rows. */
  onEnd: (() => void) | undefined;
};

export function useRowWindow({ count, keep, row, onEnd }: RowWindowOptions): RowWindow {
  const box = useRef<HTMLDivElement>(null);
  const [visible, setSight] = useState(() =>
    visibleRange({ top: 0, height: 0, header: 0, lead: 0, row }),
  );
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measureSight = () => {
      const next = visibleRange(measure(element, row));
      setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    // Rendered synchronously, so that no frame shows a gap.
    const onScroll = () => flushSync(measureSight);
    // Reports sizes at once and on every change, including the table's: rows move when something is inserted above
    // them.
    const sizes = new ResizeObserver(measureSight);
    sizes.observe(element);
    const table = element.querySelector("table");
    if (table) sizes.observe(table);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, [row]);
  const isSeen = visible.last > 0;
  useEffect(() => {
    if (onEnd && isSeen && visible.last >= count - ASK_BEFORE_END) onEnd();
  }, [onEnd, isSeen, count, visible.last]);
  const scrollToIndex = useCallback(
    (index: number) => {
      const element = box.current;
      if (element) element.scrollTop = scrollTopFor(index, measure(element, row));
    },
    [row],
  );
  return { box, parts: windowParts(visible, { count, keep, row }), scrollToIndex };
}

/** The lead is measured, because its rows may have any height. */
function measure(element: HTMLElement, row: number): Box {
  const header = element.querySelector("thead")?.offsetHeight ?? 0;
  const first = element.querySelector<HTMLElement>("tbody > :is(tr[data-row], tr[data-gap])");
  const lead = Math.max(0, (first?.offsetTop ?? header) - header);
  return { top: element.scrollTop, height: element.clientHeight, header, lead, row };
}

/** Whether a row is completely visible, below the header of its box and in the window. */
export function isInSight(row: HTMLElement, box: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const upper = box.getBoundingClientRect().top + box.clientTop;
  const header = box.querySelector("thead")?.offsetHeight ?? 0;
  const begin = Math.max(0, upper + header);
  const end = Math.min(window.innerHeight, upper + box.clientHeight);
  // Zoomed pages lose half a pixel.
  return top >= begin - 1 && bottom <= end + 1;
}

/**
 * Whether the row with the focus is in sight now. A press can come before the scroll event of the frame that took the
 * row away, so a command on the row asks once more.
 */
export function isFocusInSight(): boolean {
  const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
  const box = row?.closest("table")?.parentElement;
  return row && box ? isInSight(row, box) : false;
}
