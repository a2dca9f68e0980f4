/** How the trading page is looked at: what its address can say, `?interval=15m&layout=focus&bars=fills`. */
import { isKlineInterval, type KlineInterval } from "#lib/protocol/kline.ts";

/** `focus` is chart and ticket; `ladder` gives the book the most room. */
export const LAYOUTS = ["standard", "focus", "ladder"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Candles of the mark price, or of the venue's fills. */
export const BAR_SOURCES = ["mark", "fills"] as const;
export type BarSource = (typeof BAR_SOURCES)[number];

export type View = { interval: KlineInterval; layout: Layout; bars: BarSource };

export const FIRST_VIEW: View = { interval: "1m", layout: "standard", bars: "mark" };

/** Cookie with the last choice, for an address that says nothing. Its value is written like the address. */
export const VIEW_COOKIE = "svc.view";

/** The parts that the text names; an unknown value counts as not named. */
export function parseView(search: string): Partial<View> {
  const named = new URLSearchParams(search);
  const interval = named.get("interval");
  const layout = LAYOUTS.find((one) => one === named.get("layout"));
  const bars = BAR_SOURCES.find((one) => one === named.get("bars"));
  return {
    ...(interval !== null && isKlineInterval(interval) ? { interval } : {}),
    ...(layout ? { layout } : {}),
    ...(bars ? { bars } : {}),
  };
}

/** The same as a query without its question mark, always in one order. */
export function formatView(view: Partial<View>): string {
  const named = new URLSearchParams();
  if (view.interval) named.set("interval", view.interval);
  if (view.layout) named.set("layout", view.layout);
  if (view.bars) named.set("bars", view.bars);
  return named.toString();
}

/** `search` with these parts of the view in it; whatever else it says stays. */
export function withView(search: string, view: Partial<View>): string {
  const all = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(formatView(view))) all.set(name, value);
  return all.toString();
}
