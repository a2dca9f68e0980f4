"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isInSight } from "./use-row-window.ts";

const PAGE = 10;

/** The row in the tab order: the last focused one, else the first. */
export function useActiveRow<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const [active, setActive] = useState<string>();
  const found = active === undefined ? -1 : rows.findIndex((row) => rowKey(row) === active);
  return { active, setActive, found, index: Math.max(0, found) };
}

type RowFocus = {
  body: RefObject<HTMLTableSectionElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
};

type RowFocusOptions<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  row: ReturnType<typeof useActiveRow>;
  box: RefObject<HTMLElement | null>;
  /** Renders a row and scrolls to it. */
  scrollToIndex: (index: number) => void;
  /** Keys that act on a row, as in `aria-keyshortcuts`. On a row out of sight they only scroll it into view. */
  keys: string | undefined;
  onFocusRow: ((row: Row | undefined) => void) | undefined;
};

/** Focus management by row name, so that the focus stays with its row when rows are inserted or removed. */
export function useRowFocus<Row>(options: RowFocusOptions<Row>): RowFocus {
  const { rows, rowKey, box, scrollToIndex } = options;
  const { active, setActive, found, index } = options.row;
  const body = useRef<HTMLTableSectionElement>(null);
  /** The row to focus once it is rendered. */
  const wanted = useRef<string>(undefined);
  /** The index of the focused row, even if it was just removed; -1 when the focus is elsewhere. */
  const held = useRef(-1);

  const go = (to: number) => {
    const target = Math.min(rows.length - 1, Math.max(0, to));
    const row = rows[target];
    if (row === undefined) return;
    wanted.current = rowKey(row);
    setActive(wanted.current);
    scrollToIndex(target);
    focusRow(body.current, wanted.current);
  };
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(body.current, wanted.current))
      wanted.current = undefined;
    if (active === undefined) return;
    if (found >= 0) {
      held.current = body.current?.contains(document.activeElement) ? found : -1;
    } else if (held.current >= 0) {
      // The focused row was removed: the row at its index gets the focus, so that it does not jump to the top of the
      // page.
      const heldIndex = held.current;
      held.current = -1;
      go(heldIndex);
    }
  });

  const reportRow = useSeenRow(options, body);

  return {
    body,
    onKeyDown: (event) => {
      const row = rowOf(event.target);
      if (row === undefined) return;
      if (options.keys?.split(" ").includes(event.key) && !event.defaultPrevented) {
        reveal(row, box.current, () => scrollToIndex(index));
        reportRow();
      }
      if (event.target !== row) {
        if (event.key === "Escape" && !event.defaultPrevented) row.focus();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = targetOf(event.key, index, rows.length);
      if (to !== undefined) go(to);
      else if (event.key === "Enter") row.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
      else return;
      event.preventDefault();
    },
    onFocus: (event) => {
      const name = rowOf(event.target)?.dataset["row"];
      if (name === undefined) return;
      setActive(name);
      reportRow();
    },
    onBlur: (event) => {
      if (!body.current?.contains(event.relatedTarget)) reportRow(null);
    },
  };
}

/**
 * Reports the focused row while it is in sight, because keys must act on a visible row. Scrolling, inserted rows and
 * resizing can take it out of sight.
 */
function useSeenRow<Row>(
  options: RowFocusOptions<Row>,
  body: RefObject<HTMLElement | null>,
): (focused?: Element | null) => void {
  const { box } = options;
  const latest = useRef(options);
  const lastReported = useRef<string>(undefined);
  const report = useCallback(
    (focused: Element | null = document.activeElement) => {
      const { rows, rowKey, onFocusRow } = latest.current;
      const held = focused && body.current?.contains(focused) ? rowOf(focused) : undefined;
      const isSeen = held && box.current && isInSight(held, box.current);
      const row = isSeen ? rows.find((one) => rowKey(one) === held.dataset["row"]) : undefined;
      const name = row && rowKey(row);
      if (name === lastReported.current) return;
      lastReported.current = name;
      onFocusRow?.(row);
    },
    [body, box],
  );
  useLayoutEffect(() => {
    latest.current = options;
    if (options.onFocusRow) report();
  });
  const isReported = options.onFocusRow !== undefined;
  useEffect(() => {
    if (!isReported) return;
    const onMove = () => report();
    // Capturing: either the box or the page scrolls.
    window.addEventListener("scroll", onMove, { capture: true, passive: true });
    window.addEventListener("resize", onMove);
    // A notice above the table changes the box's height.
    const sizes = new ResizeObserver(onMove);
    if (box.current) sizes.observe(box.current);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", onMove, { capture: true });
      window.removeEventListener("resize", onMove);
    };
  }, [isReported, report, box]);
  return report;
}

/** Scrolls a row into its box, and into the window. */
function reveal(row: HTMLElement, box: HTMLElement | null, scroll: () => void): void {
  if (!box || isInSight(row, box)) return;
  scroll();
  const { top, bottom } = row.getBoundingClientRect();
  if (top < 0) window.scrollBy(0, top);
  else if (bottom > window.innerHeight) window.scrollBy(0, bottom - window.innerHeight);
}

const FIRST_CONTROL = "button:enabled, input:enabled, a";

function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowDown") return index + 1;
  if (key === "ArrowUp") return index - 1;
  if (key === "PageDown") return index + PAGE;
  if (key === "PageUp") return index - PAGE;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function rowOf(target: EventTarget): HTMLElement | undefined {
  return target instanceof Element
    ? (target.closest<HTMLElement>("tr[data-row]") ?? undefined)
    : undefined;
}

function focusRow(body: HTMLElement | null, name: string): boolean {
  const row = body?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(name)}"]`);
  row?.focus({ preventScroll: true });
  return row !== undefined && row !== null;
}
