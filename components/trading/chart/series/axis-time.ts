/** The time scale in a zone: where its days begin, and how its marks are written. */
import {
  defaultHorzScaleBehavior,
  type TickMarkType,
  type Time,
  type TimeScalePoint,
} from "lightweight-charts";
import { zoneOffset } from "#components/i18n/zone-offset.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";

/** No zone changes its clocks twice within so long. */
const SPAN_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

/** The clocks of a zone, fast enough for all bars: `Intl` is asked for the ends of each week only. */
export function clocksOf(zone: string | undefined): (at: number) => number {
  const spans = new Map<number, { from: number; to: number }>();
  return (at) => {
    const week = Math.floor(at / SPAN_MS);
    const span = spans.get(week) ?? {
      from: zoneOffset(zone, week * SPAN_MS),
      to: zoneOffset(zone, (week + 1) * SPAN_MS),
    };
    spans.set(week, span);
    const offset = span.from === span.to ? span.from : zoneOffset(zone, at);
    return at + offset * MINUTE_MS;
  };
}

/**
 * The library marks the beginning of a day, month or year by UTC. Here its rule is applied to what the zone's clocks show;
 * the points themselves stay as they are, so that no two are equal where the clocks go back.
 */
export class ZonedTimes extends defaultHorzScaleBehavior() {
  clocks: (at: number) => number = (at) => at;

  override fillWeightsForPoints(
    points: Parameters<
      InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>["fillWeightsForPoints"]
    >[0],
    startIndex: number,
  ): void {
    const from = Math.max(0, startIndex - 1);
    const shown = points.slice(from).map((point) => ({
      ...point,
      time: this.convertHorzItemToInternal((this.clocks(secondsOf(point) * 1000) / 1000) as Time),
    }));
    super.fillWeightsForPoints(shown, startIndex - from);
    for (const [index, { timeWeight }] of shown.entries()) {
      const point = points[from + index];
      if (point && from + index >= startIndex) point.timeWeight = timeWeight;
    }
  }
}

function secondsOf({ originalTime }: TimeScalePoint): number {
  return originalTime as number;
}

/** By the library's kinds of marks: year, month, day, minute and second. */
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { year: "numeric" },
  { month: "short" },
  { day: "numeric" },
  { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
];

/** @param language BCP 47 */
export function markFormat(
  language: string,
  zone: string | undefined,
): (time: number, kind: TickMarkType) => string {
  const formats = STYLES.map(
    (style) => new Intl.DateTimeFormat(language, { timeZone: zone, ...style }),
  );
  return (time, kind) => formats[kind]?.format(time * 1000) ?? "";
}
