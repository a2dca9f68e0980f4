/** Where times are on a chart whose bars are loaded page by page, and at any interval. */

type Bars = readonly { start: number }[];

/**
 * The index of the bar that contains a time. Times outside the loaded bars have the index of the bar that would be there, which
 * may be negative, so that a drawing holds when older bars are loaded.
 * @param step the length of a bar in milliseconds
 */
export function indexOf(bars: Bars, step: number, time: number): number | undefined {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return undefined;
  if (time < first.start) return Math.floor((time - first.start) / step);
  if (time >= last.start) return bars.length - 1 + Math.floor((time - last.start) / step);
  let [low, high] = [0, bars.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bars[middle]?.start ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The start of the bar at an index, inside the loaded bars or not. */
export function timeAt(bars: Bars, step: number, index: number): number | undefined {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return undefined;
  const whole = Math.round(index);
  if (whole < 0) return first.start + whole * step;
  return bars[whole]?.start ?? last.start + (whole - bars.length + 1) * step;
}
