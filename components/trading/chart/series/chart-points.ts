/** Bars as the points that the chart draws. Prices are numbers here, only to become pixels. */
import type { AutoscaleInfo, UTCTimestamp } from "lightweight-charts";
import type { ShownBar } from "./bar-series.ts";
import type { Colours } from "./colours.ts";

export function isTraded({ volume }: ShownBar): boolean {
  return /[1-9]/.test(volume);
}

export function including(
  info: AutoscaleInfo | null,
  prices: readonly number[],
): AutoscaleInfo | null {
  if (!info?.priceRange || prices.length === 0) return info;
  const { minValue, maxValue } = info.priceRange;
  return {
    ...info,
    priceRange: {
      minValue: Math.min(minValue, ...prices),
      maxValue: Math.max(maxValue, ...prices),
    },
  };
}

export function toCandle(bar: ShownBar) {
  return {
    time: timeOf(bar),
    open: Number(bar.open),
    high: Number(bar.high),
    low: Number(bar.low),
    close: Number(bar.close),
  };
}

export function candleColours({ up, down }: Pick<Colours, "up" | "down">) {
  return {
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderVisible: false,
  };
}

export function timeOf(bar: Pick<ShownBar, "start">): UTCTimestamp {
  return (bar.start / 1000) as UTCTimestamp;
}
