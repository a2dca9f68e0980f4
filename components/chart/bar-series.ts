/**
 * The bars of one market and interval as one series: history from REST and live bars from the stream, joined by
 * their start. A live bar that came while the history was on its way is newer than the history's copy of it.
 */
import { type Bar, KLINE_SECONDS } from "#lib/protocol/kline.ts";

/** The chart keeps at most this many bars; scroll-back beyond it stops. */
export const MAX_BARS = 6_000;

/** Joins two runs of bars, oldest first, one bar a start. Where both have one, `newer` wins unless only the other is closed. */
export function mergeBars(older: readonly Bar[], newer: readonly Bar[]): Bar[] {
  const byStart = new Map<number, Bar>();
  for (const bar of older) byStart.set(bar.start, bar);
  for (const bar of newer) {
    const known = byStart.get(bar.start);
    // A closed bar does not change again: a late copy of its open state must not replace it.
    if (!known?.closed || bar.closed) byStart.set(bar.start, bar);
  }
  return [...byStart.values()].toSorted((a, b) => a.start - b.start);
}

/** What a live bar does to the series. */
export type BarChange =
  | { kind: "replace-last" | "append"; bars: readonly Bar[] }
  /** Bars are missing between the series and this one: the history must be read again. */
  | { kind: "hole"; bars: readonly Bar[] }
  /** Older than the last bar, or the same closed bar again: nothing to draw. */
  | { kind: "ignored"; bars: readonly Bar[] };

/** Applies one live bar. The array that comes in is not changed. */
export function applyBar(bars: readonly Bar[], bar: Bar): BarChange {
  const last = bars.at(-1);
  if (!last) return { kind: "append", bars: [bar] };
  if (bar.start < last.start) return { kind: "ignored", bars };
  if (bar.start === last.start) {
    if (last.closed && !bar.closed) return { kind: "ignored", bars };
    return { kind: "replace-last", bars: [...bars.slice(0, -1), bar] };
  }
  return { kind: follows(last, bar) ? "append" : "hole", bars: [...bars, bar] };
}

/** The next bar may only stand after one that is known to its end. */
function follows(before: Bar, bar: Bar): boolean {
  return before.closed && bar.start === before.start + KLINE_SECONDS[bar.interval] * 1000;
}

/** The start of the first bar whose end or successor is missing; `undefined` when the series is unbroken. */
export function firstHole(bars: readonly Bar[]): number | undefined {
  for (let index = 1; index < bars.length; index += 1) {
    const before = bars[index - 1];
    const bar = bars[index];
    if (before && bar && !follows(before, bar)) return before.start;
  }
  return undefined;
}

/** Milliseconds until the last bar closes; never negative. */
export function untilClose(bar: Bar, now: number): number {
  return Math.max(0, bar.start + KLINE_SECONDS[bar.interval] * 1000 - now);
}

/** `0:42`, `12:05` or `3:10:00`. */
export function countdown(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => value.toString().padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
