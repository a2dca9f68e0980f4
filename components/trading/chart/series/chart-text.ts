/** The texts and figures of a bar, as the legend shows them. */
import { changeRate } from "#components/i18n/figures.ts";
import type { Format } from "#components/i18n/format.ts";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import type { FeatureText } from "#components/i18n/sources.ts";
import { offsetName } from "#components/i18n/zone-offset.ts";
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
    time: barTime(bar.start, bar.interval, format),
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

/** The zone of an interval's times: bars of a day or a week are of UTC days in every zone. */
export function zoneOf(interval: ShownInterval, { zone }: Pick<Format, "zone">) {
  return isDaily(interval) ? "UTC" : zone;
}

/** The start of a bar in its zone, which it names, as precise as the interval needs: `28 Nov, 17:38 UTC-5`. */
export function barTime(start: number, interval: ShownInterval, format: Format): string {
  const zone = zoneOf(interval, format);
  const key = `${format.locale} ${zone ?? ""} ${isDaily(interval) ? "day" : interval === "1s"}`;
  const known =
    written.get(key) ??
    new Intl.DateTimeFormat(format.locale === "en" ? "en-GB" : INTL_LOCALE[format.locale], {
      timeZone: zone,
      day: "numeric",
      month: "short",
      ...(isDaily(interval)
        ? { year: "numeric" }
        : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" as const }),
      ...(interval === "1s" ? { second: "2-digit" } : {}),
    });
  written.set(key, known);
  return `${known.format(start)} ${offsetName(zone, start)}`;
}

/** The same for a canvas, where no element isolates right-to-left text. */
export function canvasTime(start: number, interval: ShownInterval, format: Format): string {
  return `\u2068${barTime(start, interval, format)}\u2069`;
}

export function isDaily(interval: ShownInterval): boolean {
  return interval === "1d" || interval === "1w";
}
