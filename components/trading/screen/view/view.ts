/** The view of the trading page as its address names it: `?interval=15m&layout=focus&bars=fills`. */
import { isShownInterval, type ShownInterval } from "./shown-interval.ts";

/** `focus` has chart and ticket; `ladder` gives the book the most space. */
export const LAYOUTS = ["standard", "focus", "ladder"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Candles of the mark, or of the venue's fills. */
export const BAR_SOURCES = ["mark", "fills"] as const;
export type BarSource = (typeof BAR_SOURCES)[number];

export type View = { interval: ShownInterval; layout: Layout; bars: BarSource };

export const FIRST_VIEW: View = { interval: "1m", layout: "standard", bars: "mark" };

/** Cookie with the last choice, in the format of the address. */
export const VIEW_COOKIE = "svc.view";

/** The parts that the text names; unknown values are ignored. */
export function parseView(search: string): Partial<View> {
  const named = new URLSearchParams(search);
  const interval = named.get("interval");
  const layout = LAYOUTS.find((one) => one === named.get("layout"));
  const bars = BAR_SOURCES.find((one) => one === named.get("bars"));
  return {
    ...(interval !== null && isShownInterval(interval) ? { interval } : {}),
    ...(layout ? { layout } : {}),
    ...(bars ? { bars } : {}),
  };
}

/** The same as a query without its question mark, in a fixed order. */
export function formatView(view: Partial<View>): string {
  const named = new URLSearchParams();
  if (view.interval) named.set("interval", view.interval);
  if (view.layout) named.set("layout", view.layout);
  if (view.bars) named.set("bars", view.bars);
  return named.toString();
}

/** `search` with these parts replaced; other parameters stay. */
export function withView(search: string, view: Partial<View>): string {
  const all = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(formatView(view))) all.set(name, value);
  return all.toString();
}
