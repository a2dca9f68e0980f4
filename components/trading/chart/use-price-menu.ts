"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Reader } from "./reader/use-reader.ts";
import type { PriceChart } from "./series/price-chart.ts";
import { tickPrice } from "./series/ticks.ts";

const LONG_PRESS_MS = 500;
/** Pixels that a resting finger may tremble. */
const SLACK = 10;

/** Position of the menu in pixels of the surface, and its price. */
export type MenuAt = { x: number; y: number; price: string };

/**
 * Takes a price from the chart to the ticket: at once with Alt and click, or by a menu with a right click or the menu
 * key, or a long press of a finger. It never sends an order.
 */
export function usePriceMenu(
  chart: PriceChart | undefined,
  reader: Reader,
): { surface: RefObject<HTMLDivElement | null>; at: MenuAt | undefined; close: () => void } {
  const market = useMarket();
  const { fillPrice } = useTicket();
  const surface = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<MenuAt>();
  const close = useCallback(() => setAt(undefined), []);

  useEffect(() => {
    const element = surface.current;
    if (!element || !chart) return;
    const scale = marketScale(market);
    const locate = (event: MouseEvent): MenuAt | undefined => {
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const price = y <= chart.plot().height ? chart.priceAt(y) : undefined;
      const exact = price === undefined ? undefined : tickPrice(price, scale);
      return exact === undefined ? undefined : { x, y, price: exact };
    };
    const onChart = (event: Event) =>
      event.target instanceof Element && event.target.closest("[role=application]") !== null;
    const onMenu = (event: MouseEvent) => {
      if (!onChart(event)) return;
      event.preventDefault();
      // A finger moves a line or shows the crosshair, and opens the menu when it lifts where it rested.
      if (event instanceof PointerEvent && event.pointerType === "touch") return;
      const byKey = event.button !== 2;
      const price = reader.price() ?? chart.bars.at(-1)?.close;
      if (!byKey) setAt(locate(event));
      else if (price !== undefined) setAt({ x: 24, y: chart.yOf(price) ?? 24, price });
    };
    const onClick = (event: MouseEvent) => {
      const target = event.altKey && onChart(event) ? locate(event) : undefined;
      if (target) fillPrice(target.price);
    };
    let press: PointerEvent | undefined;
    const onDown = (event: PointerEvent) => {
      press = event;
    };
    const onUp = (event: PointerEvent) => {
      if (!press || event.pointerType !== "touch" || !event.isPrimary || !onChart(event)) return;
      const moved = Math.hypot(event.x - press.x, event.y - press.y);
      const isLong = event.timeStamp - press.timeStamp > LONG_PRESS_MS;
      // A line that the finger holds is not a price.
      if (isLong && moved < SLACK && element.dataset["grip"] === undefined) setAt(locate(event));
    };
    const off = new AbortController();
    const early = { capture: true, signal: off.signal };
    element.addEventListener("pointerdown", onDown, early);
    element.addEventListener("pointerup", onUp, early);
    element.addEventListener("contextmenu", onMenu, off);
    element.addEventListener("click", onClick, off);
    return () => off.abort();
  }, [chart, market, reader, fillPrice]);

  return { surface, at, close };
}
