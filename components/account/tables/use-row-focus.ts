"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

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
  /** Brings a row into the page. */
  scrollToIndex: (index: number) => void;
  onFocusRow: ((row: Row | undefined) => void) | undefined;
};

/** One row of many has the focus, by its name and not its place: it stays with its row when rows come and go. */
export function useRowFocus<Row>(options: RowFocusOptions<Row>): RowFocus {
  const { rows, rowKey, scrollToIndex, onFocusRow } = options;
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

  return {
    body,
    onKeyDown: (event) => {
      const row = rowOf(event.target);
      if (row === undefined) return;
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
      onFocusRow?.(rows.find((row) => rowKey(row) === name));
    },
    onBlur: (event) => {
      if (!body.current?.contains(event.relatedTarget)) onFocusRow?.(undefined);
    },
  };
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
