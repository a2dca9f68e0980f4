/**
 * The bars of one market and interval as one series: history and live bars, joined by their start. A live bar that
 * arrived during the read is newer than the history's copy.
 */

import {
  type ShownInterval,
  shownSeconds,
} from "#components/trading/screen/view/shown-interval.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

/** The chart keeps at most this many bars and loads no older ones beyond. */
export const MAX_BARS = 6_000;

/** A bar of the chart, from the mark or from fills. */
export type ShownBar = Omit<Bar, "trades" | "interval"> & { interval: ShownInterval };

/** Joins two runs of bars, oldest first, one bar for each start. `newer` wins, unless only the other one is closed. */
export function mergeBars<One extends ShownBar>(
  older: readonly One[],
  newer: readonly One[],
): One[] {
  const byStart = new Map<number, One>();
  for (const bar of older) byStart.set(bar.start, bar);
  for (const bar of newer) {
    const known = byStart.get(bar.start);
    // A closed bar is final: a late copy of its open state must not replace it.
    if (!known?.closed || bar.closed) byStart.set(bar.start, bar);
  }
  return [...byStart.values()].toSorted((a, b) => a.start - b.start);
}

/** What a live bar does to the series. */
export type BarChange =
  | "replace-last"
  | "append"
  /** Bars are missing between the series and this one: the history must be read again. */
  | "hole"
  /** The end of an earlier bar may arrive after the next one has begun. */
  | "earlier"
  /** An open copy of an earlier or closed bar: nothing to draw. */
  | "ignored";

/** Where a live bar belongs in a series that ends with `last`; constant time. */
export function classifyBar(last: ShownBar | undefined, bar: ShownBar): BarChange {
  if (!last) return "append";
  if (bar.start < last.start) return bar.closed ? "earlier" : "ignored";
  if (bar.start === last.start) return last.closed && !bar.closed ? "ignored" : "replace-last";
  return follows(last, bar) ? "append" : "hole";
}

/** Whether `bar` directly follows a closed `before`. */
function follows(before: ShownBar, bar: ShownBar): boolean {
  return before.closed && bar.start === before.start + shownSeconds(bar.interval) * 1000;
}

/** The start of the first bar whose end or successor is missing; `undefined` when the series is unbroken. */
export function firstHole(bars: readonly ShownBar[]): number | undefined {
  for (let index = 1; index < bars.length; index += 1) {
    const before = bars[index - 1];
    const bar = bars[index];
    if (before && bar && !follows(before, bar)) return before.start;
  }
  return undefined;
}

/** Milliseconds until the last bar closes; never negative. */
export function untilClose(bar: Pick<ShownBar, "start" | "interval">, now: number): number {
  return Math.max(0, bar.start + shownSeconds(bar.interval) * 1000 - now);
}

/** `0:42`, `12:05` or `3:10:00`. */
export function countdown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => value.toString().padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
