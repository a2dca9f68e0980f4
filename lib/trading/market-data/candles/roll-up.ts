/** Higher bars from lower bars: the same arithmetic for back-fill, restart and the tests of the builder. */
import {
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import { type BarHead, carriedBar, openSecondOf, type ScaledBar } from "./bar-head.ts";

/** One bar that starts at `start` from the bars inside it, oldest first; `undefined` when there are none. */
export function combineBars(start: number, parts: readonly ScaledBar[]): ScaledBar | undefined {
  const first = parts[0];
  if (first === undefined) return undefined;
  const whole: ScaledBar = { ...first, start };
  for (const part of parts.slice(1)) {
    if (part.high > whole.high) whole.high = part.high;
    if (part.low < whole.low) whole.low = part.low;
    whole.close = part.close;
    whole.volume += part.volume;
    whole.trades += part.trades;
    whole.filled = whole.filled && part.filled;
  }
  return whole;
}

/** Extends the bars that were open at the end of `past`, and were begun without it, by that past. */
export function withPast(openBars: BarHead["openBars"], past: BarHead): BarHead["openBars"] {
  const whole = KLINE_INTERVALS.map((interval) => {
    const open = openBars[interval];
    const before = past.openBars[interval];
    const isSame = before.start === open.start && open.start < openSecondOf(past);
    return [interval, (isSame && combineBars(open.start, [before, open])) || open];
  });
  return Object.fromEntries(whole) as BarHead["openBars"];
}

/** Rolls lower bars, oldest first, up into bars of `interval`; the last one may be incomplete. */
export function rollUp(interval: KlineInterval, lower: readonly ScaledBar[]): ScaledBar[] {
  const rolled: ScaledBar[] = [];
  let from = 0;
  while (from < lower.length) {
    const start = barStart(interval, lower[from]?.start ?? 0);
    let to = from;
    while (to < lower.length && barStart(interval, lower[to]?.start ?? 0) === start) to += 1;
    const whole = combineBars(start, lower.slice(from, to));
    if (whole !== undefined) rolled.push(whole);
    from = to;
  }
  return rolled;
}

/** The same series without gaps: a missing bar carries the previous close. */
export function carryThroughHoles(
  interval: KlineInterval,
  bars: readonly ScaledBar[],
): ScaledBar[] {
  const lengthMs = KLINE_SECONDS[interval] * 1_000;
  const whole: ScaledBar[] = [];
  for (const bar of bars) {
    let last = whole.at(-1);
    while (last !== undefined && last.start + lengthMs < bar.start) {
      last = carriedBar(last.start + lengthMs, last.close);
      whole.push(last);
    }
    whole.push(bar);
  }
  return whole;
}
