"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { scrollTopFor, sightOf, type WindowPart, windowParts } from "./row-window.ts";

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
  const [sight, setSight] = useState(() => sightOf(0, 0));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const next = sightOf(element.scrollTop, element.clientHeight);
      setSight((now) => (now.first === next.first && now.last === next.last ? now : next));
    };
    // Drawn before the scrolled box is: there is no frame with a gap in sight.
    const onScroll = () => flushSync(look);
    // Tells the size at once, and whenever it changes.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
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
    if (!element) return;
    const header = element.querySelector("thead")?.offsetHeight ?? 0;
    element.scrollTop = scrollTopFor(index, element.scrollTop, element.clientHeight - header);
  }, []);
  return { box, parts: windowParts(count, sight, keep), scrollToIndex };
}
