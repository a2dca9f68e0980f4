"use client";

import { type RefObject, useEffect, useRef } from "react";

export type RowHandlers = {
  /** A row was clicked, or Enter was pressed on it. */
  onTake: (name: string, shift: boolean) => void;
  /** The row under the mouse or with the visible focus; `undefined` for none. */
  onPoint: (row: HTMLElement | undefined) => void;
  /** The row that received the focus. */
  onFocus: (name: string) => void;
  /** The mouse moves over the rows, or a key moves between them. */
  onReading: (by: "mouse" | "keys") => void;
  onGone: () => void;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 5,
  PageUp: -5,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Mouse and keys for a list of buttons with `data-row`: arrows move between them in document order, Enter and a click
 * take one. The listeners are on the list, so that rows render nothing but figures.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, handlers: RowHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const pointed = pointedRow((row) => latest.current.onPoint(row));
    const listeners = listenersOf(element, latest, pointed);
    for (const [name, run] of Object.entries(listeners)) element.addEventListener(name, run);
    return () => {
      for (const [name, run] of Object.entries(listeners)) element.removeEventListener(name, run);
    };
  }, [list]);
}

function listenersOf(
  list: HTMLElement,
  latest: RefObject<RowHandlers>,
  point: (row: HTMLElement | undefined) => void,
): Record<string, (event: Event) => void> {
  return {
    click: (event) => {
      const name = rowOf(event)?.dataset["row"];
      if (name !== undefined) latest.current.onTake(name, (event as MouseEvent).shiftKey);
    },
    keydown: (event) => {
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
      const row = rowOf(event);
      if (!row || ctrlKey || metaKey || altKey) return;
      const step = STEPS[key];
      if (key !== "Enter" && step === undefined) return;
      // Prevents the page's own shortcuts for these keys.
      event.preventDefault();
      event.stopPropagation();
      latest.current.onReading("keys");
      if (step === undefined) latest.current.onTake(row.dataset["row"] ?? "", shiftKey);
      else move(list, row, step);
    },
    focusin: (event) => {
      const row = rowOf(event);
      if (row) latest.current.onFocus(row.dataset["row"] ?? "");
      if (row?.matches(":focus-visible")) point(row);
    },
    focusout: () => point(undefined),
    pointermove: (event) => {
      if ((event as PointerEvent).pointerType !== "mouse") return;
      latest.current.onReading("mouse");
      point(rowOf(event));
    },
    pointerleave: () => {
      point(undefined);
      latest.current.onGone();
    },
  };
}

function pointedRow(onPoint: (row: HTMLElement | undefined) => void) {
  let pointed: HTMLElement | undefined;
  return (row: HTMLElement | undefined) => {
    if (row === pointed) return;
    pointed = row;
    onPoint(row);
  };
}

function rowOf({ target }: Event): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>("[data-row]") ?? undefined;
}

function move(list: HTMLElement, from: HTMLElement, step: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-row]")];
  const to = Math.max(0, Math.min(rows.length - 1, rows.indexOf(from) + step));
  rows[to]?.focus();
}
