"use client";

import { type RefObject, useEffect } from "react";

const CONTROLS = "button, input, select, a[href]";
/** Marks what is out of the order because of its row, and not by itself. */
const HELD = "data-row-held";

/**
 * Controls are in the order of the Tab key only in the row that is in it. Cells draw their controls by themselves, and
 * change them while the row stays: so the rows are watched, and the cells need not know of each other.
 */
export function useRowTabs(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    for (const row of element.querySelectorAll<HTMLElement>("tr[data-row]")) settle(row);
    const observer = new MutationObserver((records) => {
      for (const row of rowsOf(records)) settle(row);
    });
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["tabindex"],
    });
    return () => observer.disconnect();
  }, [body]);
}

function rowsOf(records: readonly MutationRecord[]): ReadonlySet<HTMLElement> {
  const rows = new Set<HTMLElement>();
  for (const { target, type, addedNodes } of records) {
    // What is set below is heard here as well, and is settled already.
    if (type === "attributes" && !(target instanceof HTMLTableRowElement)) continue;
    for (const node of [target, ...addedNodes]) {
      const row = node instanceof Element ? node.closest<HTMLElement>("tr[data-row]") : null;
      if (row) rows.add(row);
    }
  }
  return rows;
}

function settle(row: HTMLElement): void {
  const isIn = row.tabIndex === 0;
  for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!isIn && !control.hasAttribute("tabindex")) {
      control.setAttribute(HELD, "");
      control.tabIndex = -1;
    } else if (isIn && control.hasAttribute(HELD)) {
      control.removeAttribute(HELD);
      control.removeAttribute("tabindex");
    }
  }
}
