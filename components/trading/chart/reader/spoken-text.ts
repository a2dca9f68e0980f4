/** Sentences about bars for screen readers. */
import { changeRate } from "#components/i18n/figures.ts";
import type { ShownBar } from "#components/trading/chart/series/bar-series.ts";
import { barFigures, barTime, type Wording } from "#components/trading/chart/series/chart-text.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";

export function barSentence(bar: ShownBar, wording: Wording): string {
  const { time, open, high, low, close, change, volume } = barFigures(bar, wording);
  const { text, asset } = wording;
  const said = text("spokenBar", { time, open, high, low, close, change, volume, asset });
  return bar.filled ? `${said} ${text("carried")}.` : said;
}

/** The change over several bars; `undefined` for none. */
export function trendSentence(bars: readonly ShownBar[], wording: Wording): string | undefined {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return undefined;
  const { text, format, scale } = wording;
  const price = (value: string) => format.figure(value, scale.priceDecimals);
  const rate = changeRate(first.open, last.close, scale.priceDecimals);
  const highest = bars.reduce((best, bar) => (above(bar.high, best.high, scale) ? bar : best));
  const lowest = bars.reduce((best, bar) => (above(best.low, bar.low, scale) ? bar : best));
  const said = {
    bars: text("barsInView", { count: bars.length }),
    from: barTime(first.start, first.interval, format),
    to: barTime(last.start, last.interval, format),
    close: price(last.close),
    highest: price(highest.high),
    highestAt: barTime(highest.start, highest.interval, format),
    lowest: price(lowest.low),
    lowestAt: barTime(lowest.start, lowest.interval, format),
  };
  if (rate === undefined || !/[1-9]/.test(rate)) return text("trendStill", said);
  const change = format.percent(rate.replace("-", "")).replace("+", "");
  const way = rate.startsWith("-") ? "trendFell" : "trendRose";
  return text(way, { ...said, change, open: price(first.open) });
}

function above(a: string, b: string, { priceDecimals }: Pick<MarketScale, "priceDecimals">) {
  return (parseDecimal(a, priceDecimals) ?? 0n) > (parseDecimal(b, priceDecimals) ?? 0n);
}
