"use client";

import { useMemo } from "react";
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { AXIS, CURSOR, useAxisAmount } from "#components/ui/chart/axis.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "#components/ui/chart/chart-tooltip.tsx";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { type ForecastPoint, forecastChartData, type Threshold } from "./forecast-chart-data.ts";
import { useAmount } from "./money.tsx";
import { useDateTimes } from "./use-date-times.ts";

const THRESHOLD = {
  stroke: "var(--ink-faint)",
  strokeDasharray: "3 3",
  ifOverflow: "extendDomain",
} as const;
const THRESHOLD_NAME = {
  fill: "var(--ink-muted)",
  fontSize: 12,
} as const;

/** The fees of the window as they leave it, the thresholds of levels, and where the level falls. */
export function ForecastChart({ summary }: { summary: PartnerSummary }) {
  const text = useText("partner");
  const { day } = useDateTimes();
  const amount = useAxisAmount();
  const { points, ticks, thresholds, falls } = useMemo(() => forecastChartData(summary), [summary]);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <ChartArea>
      <AreaChart
        responsive
        aria-label={text("forecastPicture")}
        data={points}
        margin={{ top: 20, right: 12, bottom: 0, left: 0 }}
        style={{ width: "100%", height: "100%" }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...AXIS}
          type="number"
          dataKey="time"
          domain={[first.time, last.time]}
          ticks={ticks}
          tickFormatter={(time: number) => day(new Date(time).toISOString())}
          minTickGap={20}
        />
        <YAxis
          {...AXIS}
          width="auto"
          domain={[0, "auto"]}
          tickFormatter={amount}
          axisLine={false}
        />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => (
            <ForecastTooltip point={payload[0]?.payload as ForecastPoint | undefined} />
          )}
        />
        <Area
          dataKey="fees"
          type="stepAfter"
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          isAnimationActive={false}
        />
        <Thresholds of={thresholds} />
        {falls.map(({ time, fees }) => (
          <ReferenceDot
            key={time}
            x={time}
            y={fees}
            r={4}
            fill="var(--warn)"
            stroke="var(--surface)"
          />
        ))}
      </AreaChart>
    </ChartArea>
  );
}

function Thresholds({ of }: { of: readonly Threshold[] }) {
  const text = useText("partner");
  return of.map(({ level, fees, name }) => (
    <ReferenceLine
      key={level}
      y={fees}
      {...THRESHOLD}
      {...(name && {
        label: {
          ...THRESHOLD_NAME,
          value: text("levelName", { level }),
          position: name === "left" ? "insideBottomLeft" : "insideBottomRight",
        },
      })}
    />
  ));
}

function ForecastTooltip({ point }: { point: ForecastPoint | undefined }) {
  const text = useText("partner");
  const amount = useAmount();
  const { dateTime } = useDateTimes();
  if (point === undefined) return null;
  return (
    <ChartTooltip title={dateTime(point.at)}>
      <dl className="flex flex-col gap-0.5">
        <TooltipRow name={text("fees_30d")}>{amount(point.exact, "USD")}</TooltipRow>
        <TooltipRow name={text("level")}>{point.level}</TooltipRow>
      </dl>
    </ChartTooltip>
  );
}
