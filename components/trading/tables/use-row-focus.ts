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

/** Which row is in the tab order: the one that had the focus last, else the first. */
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
  /** Brings a row into the page. */
  scrollToIndex: (index: number) => void;
  /** Keys that act on a row, as in `aria-keyshortcuts`: on one that is out of sight they only bring it there. */
  keys: string | undefined;
  onFocusRow: ((row: Row | undefined) => void) | undefined;
};

/** One row of many has the focus, by its name and not its place: it stays with its row when rows come and go. */
export function useRowFocus<Row>(options: RowFocusOptions<Row>): RowFocus {
  const { rows, rowKey, box, scrollToIndex } = options;
  const { active, setActive, found, index } = options.row;
  const body = useRef<HTMLTableSectionElement>(null);
  /** To get the focus once it is in the page. */
  const wanted = useRef<string>(undefined);
  /** Where the row is, or was, that has the focus; -1 when the focus is elsewhere. */
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
      // The row under the focus has left: its place, not the top of the page, keeps the focus.
      const place = held.current;
      held.current = -1;
      go(place);
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
 * Tells which row has the focus, as long as it can be seen: what a key does is done to a row that is looked at. Scrolling,
 * rows that come above it and a window of another size take it out of sight as well.
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
    const look = () => report();
    // Capturing: the box scrolls, or the page does.
    window.addEventListener("scroll", look, { capture: true, passive: true });
    window.addEventListener("resize", look);
    // A notice above the table makes the box lower.
    const sizes = new ResizeObserver(look);
    if (box.current) sizes.observe(box.current);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", look, { capture: true });
      window.removeEventListener("resize", look);
    };
  }, [isReported, report, box]);
  return report;
}

/** Brings a row that is out of sight into its box, and into the window. */
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
