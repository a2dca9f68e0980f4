/** The data of the forecast chart. Its numbers are positions on the screen; shown amounts stay decimal strings. */
import { parseSigned } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS, levelOf } from "#lib/protocol/partner/partner-levels.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";

export type ForecastPoint = {
  /** Unix milliseconds from which these fees hold. */
  time: number;
  at: string;
  fees: number;
  exact: string;
  level: number;
};

export type Threshold = {
  level: number;
  fees: number;
  /** Side of its name, away from the falling line of fees; none when the name of a higher threshold is too near. */
  name: "left" | "right" | undefined;
};

export type ForecastChartData = {
  points: ForecastPoint[];
  /** Times named on the axis. */
  ticks: number[];
  thresholds: Threshold[];
  falls: { time: number; fees: number }[];
};

const TICKS = 5;
/** Thresholds above this multiple of the fees are left out, because they would flatten the line. */
const IN_SIGHT = 1.5;
/** The height of a name relative to the chart. */
const NAME = 0.14;

export function forecastChartData(summary: PartnerSummary): ForecastChartData {
  const { forecast, rolloff, ruleset } = summary;
  const points = forecast.map(({ at, fees_30d: exact }) => ({
    time: Date.parse(at),
    at,
    fees: Number(exact),
    exact,
    level: levelOf(parseSigned(exact, FEE_DECIMALS) ?? 0n).level,
  }));
  const most = Math.max(0, ...points.map(({ fees }) => fees));
  const thresholds = namedThresholds(
    ruleset.levels
      .map(({ level, threshold }) => ({ level, fees: Number(threshold) }))
      .filter(({ fees }) => fees > 0 && fees <= most * IN_SIGHT),
    most,
  );
  const falls = rolloff.map(({ at, fees_30d: fees }) => ({
    time: Date.parse(at),
    fees: Number(fees),
  }));
  const [from = 0, to = 0] = [points[0]?.time, points.at(-1)?.time];
  const ticks = Array.from({ length: TICKS }, (_, index) =>
    Math.round(from + ((to - from) * index) / (TICKS - 1)),
  );
  return { points, ticks, thresholds, falls };
}

function namedThresholds(
  thresholds: readonly { level: number; fees: number }[],
  most: number,
): Threshold[] {
  const top = Math.max(most, ...thresholds.map(({ fees }) => fees));
  let above = Number.POSITIVE_INFINITY;
  return thresholds
    .toReversed()
    .map(({ level, fees }): Threshold => {
      if (above - fees < top * NAME) return { level, fees, name: undefined };
      above = fees;
      return { level, fees, name: fees > most / 2 ? "right" : "left" };
    })
    .toReversed();
}
