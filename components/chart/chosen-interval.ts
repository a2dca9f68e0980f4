/** The chart's interval, kept for this browser's next visit. */
import { isKlineInterval, type KlineInterval } from "#lib/protocol/kline.ts";

const KEY = "svc.chart-interval";
const FIRST: KlineInterval = "1m";
const listeners = new Set<() => void>();
let chosen: KlineInterval | undefined;

export function chosenInterval(): KlineInterval {
  chosen ??= kept() ?? FIRST;
  return chosen;
}

/** What the server renders: it does not know the browser's choice. */
export function firstInterval(): KlineInterval {
  return FIRST;
}

export function chooseInterval(interval: KlineInterval): void {
  chosen = interval;
  try {
    localStorage.setItem(KEY, interval);
  } catch {
    // A browser that keeps nothing for this site shows the choice until the page is left.
  }
  for (const listener of listeners) listener();
}

export function onInterval(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function kept(): KlineInterval | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text !== null && isKlineInterval(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
