"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Beside the scale of the prices, and above that of the times. */
const SCALE_PX = { right: 84, bottom: 40 };

/**
 * Messages come up over the chart, at its lower right: rows of the tables, prices of the book and the ticket are acted on,
 * and so are the labels of the lines, at its left. What shows the messages stands outside of the screen, so the place
 * is told by variables of the page. For the element whose first region is the chart.
 */
export function useToastPlace(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const chart = main.current?.querySelector(":scope > section");
    if (!chart) return;
    const { style } = document.documentElement;
    const look = () => {
      const { right, bottom } = chart.getBoundingClientRect();
      style.setProperty("--toasts-right", `${window.innerWidth - right + SCALE_PX.right}px`);
      style.setProperty("--toasts-bottom", `${window.innerHeight - bottom + SCALE_PX.bottom}px`);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(chart);
    sizes.observe(document.documentElement);
    return () => {
      sizes.disconnect();
      style.removeProperty("--toasts-right");
      style.removeProperty("--toasts-bottom");
    };
  }, []);
  return main;
}
