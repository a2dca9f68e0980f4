"use client";

import { useMemo } from "react";
import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AXIS, CURSOR } from "#components/ui/chart/axis.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "#components/ui/chart/chart-tooltip.tsx";
import type { FundingHour } from "#lib/protocol/wire/market.ts";

/** `value` is a position on the screen. */
type RateBar = { start: number; value: number; rate: string };

/** One bar an hour: above zero longs pay, below it shorts. Time runs from left to right in every language. */
export default function FundingChart({ hours }: { hours: readonly FundingHour[] }) {
  const text = useText("markets");
  const { percent, date, dayAndTime } = useFormat();
  const bars = useMemo(
    () => hours.map(({ start, rate }): RateBar => ({ start, rate, value: Number(rate) })),
    [hours],
  );
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <ChartArea>
      <BarChart
        responsive
        accessibilityLayer
        aria-label={text("fundingPicture", {
          from: dayAndTime(first.start),
          to: dayAndTime(last.start),
          last: percent(last.rate, 4),
        })}
        data={bars}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        barCategoryGap={0}
        style={{ width: "100%", height: "100%" }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...AXIS} dataKey="start" tickFormatter={date} minTickGap={40} />
        <YAxis
          {...AXIS}
          width="auto"
          tickFormatter={(rate: number) => percent(rate.toFixed(8), 4)}
          axisLine={false}
        />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => (
            <HourTooltip bar={payload[0]?.payload as RateBar | undefined} />
          )}
        />
        <Bar dataKey="value" maxBarSize={44} fill="var(--accent)" isAnimationActive={false} />
      </BarChart>
    </ChartArea>
  );
}

function HourTooltip({ bar }: { bar: RateBar | undefined }) {
  const text = useText("markets");
  const { percent, dayAndTime } = useFormat();
  if (bar === undefined) return null;
  return (
    <ChartTooltip title={dayAndTime(bar.start)}>
      <dl>
        <TooltipRow name={text("funding")}>{percent(bar.rate, 5)}</TooltipRow>
      </dl>
    </ChartTooltip>
  );
}
