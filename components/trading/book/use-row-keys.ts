"use client";

import { type RefObject, useEffect, useRef } from "react";

export type RowHandlers = {
  /** A row was clicked, or Enter was pressed on it. */
  onTake: (name: string, shift: boolean) => void;
  /** The mouse or the visible focus is on a row now; `undefined` when on none. */
  onPoint: (row: HTMLElement | undefined) => void;
  /** The focus has come to a row: it is the one that Tab comes back to. */
  onFocus: (name: string) => void;
  /** A mouse moves over the rows, or a key moves among them. */
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
 * Mouse and keys over a list of buttons that carry `data-row`: arrows move among them in the order in which they
 * stand, Enter and a click take one. One listener for all rows, so that a row is nothing but its figures.
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
      // The page has keys of its own for some of these.
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
