/** Where the figures of a series are drawn: positions are shares of the width and the height, from the upper left corner. */
import { priceSpan, shareOf } from "#components/catalysts/pictures/geometry.ts";
import type { CalendarItem } from "#lib/protocol/wire/calendar.ts";

export type SeriesPoint = {
  id: string;
  left: number;
  /** Heights; undefined: the figure was not given. */
  forecast: number | undefined;
  actual: number | undefined;
};

/** The releases from left to right, equally far apart. */
export function seriesPoints(
  releases: readonly Pick<CalendarItem, "id" | "forecast" | "actual">[],
): SeriesPoint[] {
  const figures = releases.flatMap(({ forecast, actual }) => [forecast ?? [], actual ?? []].flat());
  const span = priceSpan(figures.map(Number));
  const heightOf = (figure: string | null) =>
    figure === null || span === undefined ? undefined : 1 - shareOf(Number(figure), span);
  return releases.map(({ id, forecast, actual }, index) => ({
    id,
    left: (index + 0.5) / releases.length,
    forecast: heightOf(forecast),
    actual: heightOf(actual),
  }));
}

/** The length of each change (a rate) beside the largest one: 1 is the largest. Undefined: not known. */
export function barLengths(changes: readonly (string | undefined)[]): (number | undefined)[] {
  const sizes = changes.map((change) =>
    change === undefined ? undefined : Math.abs(Number(change)),
  );
  const largest = Math.max(0, ...sizes.map((size) => size ?? 0));
  return sizes.map((size) => (size === undefined ? undefined : largest === 0 ? 0 : size / largest));
}
