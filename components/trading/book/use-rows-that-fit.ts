"use client";

import { type RefObject, useEffect, useState } from "react";
import { ROW_PX } from "./book-row.tsx";
import { MIDDLE_PX } from "./middle-row.tsx";

/** Rows a side before the panel's height is known: what the server renders. */
const FIRST_ROWS = 11;
/** The stream carries no more levels. */
const MOST_ROWS = 60;
const FEWEST_ROWS = 3;

/** As many rows a side as the panel's height has room for. */
export function useRowsThatFit(body: RefObject<HTMLElement | null>): number {
  const [rows, setRows] = useState(FIRST_ROWS);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = element.clientHeight;
      if (height === 0) return;
      const fit = Math.floor((height - MIDDLE_PX) / 2 / ROW_PX);
      setRows(Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, fit)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body]);
  return rows;
}
