/** The texts and figures of a bar, as the legend shows them. */
import { changeRate } from "#components/i18n/figures.ts";
import type { Format } from "#components/i18n/format.ts";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import type { ShownBar } from "./bar-series.ts";

export type ChartText = FeatureText<"chart">;

export type Wording = {
  text: ChartText;
  format: Format;
  scale: Pick<MarketScale, "priceDecimals" | "sizeDecimals">;
  /** Symbol of the base asset. */
  asset: string;
};

/** A bar's figures as text; empty ones are not shown. */
export type BarFigures = {
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  change: string;
  volume: string;
  rises: boolean;
};

export function barFigures(bar: ShownBar, { format, scale }: Wording): BarFigures {
  const price = (value: string) => format.figure(value, scale.priceDecimals);
  const rate = changeRate(bar.open, bar.close, scale.priceDecimals);
  return {
    time: utcTime(bar.start, bar.interval, format),
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    change: format.percent(rate),
    volume: format.figure(bar.volume, Math.min(3, scale.sizeDecimals)),
    rises: !rate?.startsWith("-"),
  };
}

/** Distance of a price from the mark, as a signed rate of the mark. */
export function distance(
  price: string,
  mark: string | undefined,
  { format, scale }: Pick<Wording, "format" | "scale">,
): string {
  return format.percent(changeRate(mark, price, scale.priceDecimals));
}

const written = new Map<string, Intl.DateTimeFormat>();

/** The start of a bar in UTC, as precise as the interval needs. */
export function utcTime(start: number, interval: ShownInterval, { locale }: Format): string {
  const dayOnly = interval === "1d" || interval === "1w";
  const key = `${locale} ${dayOnly ? "day" : interval === "1s"}`;
  const format =
    written.get(key) ??
    new Intl.DateTimeFormat(locale === "en" ? "en-GB" : INTL_LOCALE[locale], {
      timeZone: "UTC",
      day: "numeric",
      month: "short",
      ...(dayOnly
        ? { year: "numeric" }
        : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" as const }),
      ...(interval === "1s" ? { second: "2-digit" } : {}),
    });
  written.set(key, format);
  return `${format.format(start)} UTC`;
}

/** The same for a canvas, where no element isolates right-to-left text. */
export function canvasTime(start: number, interval: ShownInterval, format: Format): string {
  return `\u2068${utcTime(start, interval, format)}\u2069`;
}
