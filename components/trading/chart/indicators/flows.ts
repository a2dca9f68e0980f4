/** Indicators of two averages, of volume, and of what the venue stores by the hour. */
import { ema, type Point, type Study } from "./studies.ts";

/** The difference of a fast and a slow exponential average, its own average as signal, and the difference of both. */
export function macd(fast: number, slow: number, signal: number): Study {
  const [quick, calm, mean] = [ema(fast), ema(slow), ema(signal)];
  const differ = (point: Point) => {
    const [[a], [b]] = [quick.peek(point), calm.peek(point)];
    return a === undefined || b === undefined ? undefined : a - b;
  };
  const asClose = (point: Point, close: number): Point => ({ ...point, close });
  return {
    peek: (point) => {
      const value = differ(point);
      if (value === undefined) return [undefined, undefined, undefined];
      const [line] = mean.peek(asClose(point, value));
      return [value, line, line === undefined ? undefined : value - line];
    },
    push: (point) => {
      const value = differ(point);
      if (value !== undefined) mean.push(asClose(point, value));
      quick.push(point);
      calm.push(point);
    },
  };
}

/** On-balance volume: adds the volume of bars that close higher and takes away that of lower ones, from the first trade on. */
export function obv(): Study {
  let before: number | undefined;
  let sum: number | undefined;
  const next = ({ close, volume }: Point) => {
    // Before the first trade there is no volume to add, and no zero either.
    if (sum === undefined) return volume > 0 ? 0 : undefined;
    return sum + Math.sign(close - (before ?? close)) * volume;
  };
  return {
    peek: (point) => [next(point)],
    push: (point) => {
      sum = next(point);
      before = point.close;
    },
  };
}

/** Values of the venue, oldest first: each with the moment since which it was known, in Unix milliseconds. */
export type Known = readonly { at: number; value: number }[];

/** For each bar the last value that was known at its end. @param length of a bar in milliseconds */
export function lastKnown(known: Known, length: number): Study {
  return {
    peek: ({ time }) => [known.findLast(({ at }) => at <= time + length)?.value],
    push: () => undefined,
  };
}
