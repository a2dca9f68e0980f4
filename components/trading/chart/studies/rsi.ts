import type { Study } from "./study.ts";

/** Relative strength (Wilder): 100 when every close rose, 0 when every close fell, 50 when none moved. */
export function rsi(period: number): Study {
  let before: number | undefined;
  let count = 0;
  let gain = 0;
  let loss = 0;
  const next = (close: number) => {
    if (before === undefined) return undefined;
    const change = close - before;
    const [up, down] = [Math.max(0, change), Math.max(0, -change)];
    if (count < period) return { gain: gain + up / period, loss: loss + down / period };
    return {
      gain: (gain * (period - 1) + up) / period,
      loss: (loss * (period - 1) + down) / period,
    };
  };
  return {
    peek: ({ close }) => {
      const average = next(close);
      if (!average || count + 1 < period) return [undefined];
      const moved = average.gain + average.loss;
      return [moved === 0 ? 50 : (100 * average.gain) / moved];
    },
    push: ({ close }) => {
      const average = next(close);
      if (average) {
        ({ gain, loss } = average);
        count += 1;
      }
      before = close;
    },
  };
}
