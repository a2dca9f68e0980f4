"use client";

import { useMemo } from "react";
import { Area, AreaChart, CartesianGrid, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { AXIS, CURSOR, useAxisAmount } from "#components/ui/chart/axis.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "#components/ui/chart/chart-tooltip.tsx";
import { DAY_MS } from "#lib/protocol/durations.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { type ChartPoint, chartPoints, type PortfolioSeries } from "./portfolio-points.ts";

type PortfolioChartProps = { portfolio: Portfolio; series: PortfolioSeries };

/** Equity or profit over time. Time runs from left to right in every language; arrow keys go from point to point. */
export function PortfolioChart({ portfolio, series }: PortfolioChartProps) {
  const label = usePictureText(portfolio, series);
  const amount = useAxisAmount();
  const { from, to, points } = portfolio;
  const tick = useTimeTick(to - from <= DAY_MS * 1.5);
  const data = useMemo(() => chartPoints(points, series), [points, series]);
  const flat = flatValue(data);
  return (
    <ChartArea>
      <AreaChart
        responsive
        accessibilityLayer
        aria-label={label}
        data={data}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        style={{ width: "100%", height: "100%" }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...AXIS}
          type="number"
          dataKey="time"
          domain={[from, to]}
          tickFormatter={tick}
          tickCount={7}
          minTickGap={32}
        />
        <YAxis
          {...AXIS}
          width="auto"
          domain={flat === undefined ? ["auto", "auto"] : [flat - 1, flat + 1]}
          {...(flat !== undefined && { ticks: [flat] })}
          tickFormatter={amount}
          axisLine={false}
        />
        {series === "pnl" ? <ReferenceLine y={0} stroke="var(--line-strong)" /> : null}
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => (
            <PointTooltip shown={payload[0]?.payload as ChartPoint | undefined} />
          )}
        />
        <Area
          dataKey="value"
          type="linear"
          baseValue={series === "pnl" ? 0 : "dataMin"}
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          fillOpacity={0.7}
          dot={data.length < 3}
          isAnimationActive={false}
        />
      </AreaChart>
    </ChartArea>
  );
}

/** The value of a line on which nothing happened: other ticks beside it would be of amounts that do not occur. */
function flatValue([first, ...others]: readonly ChartPoint[]): number | undefined {
  return others.every(({ value }) => value === first?.value) ? first?.value : undefined;
}

function usePictureText({ from, to, points }: Portfolio, series: PortfolioSeries): string {
  const text = useText("portfolio");
  const { figure, dayAndTime } = useFormat();
  const last = figure(points.at(-1)?.[series] ?? "0", 2);
  const span = { from: dayAndTime(from), to: dayAndTime(to) };
  if (series === "pnl") return text("picture_pnl", { ...span, last });
  return text("picture_equity", { ...span, first: figure(points[0]?.equity ?? "0", 2), last });
}

function useTimeTick(isDay: boolean): (time: number) => string {
  const { locale, zone } = useFormat();
  return useMemo(() => {
    const options: Intl.DateTimeFormatOptions = isDay
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "numeric", month: "short" };
    const format = new Intl.DateTimeFormat(INTL_LOCALE[locale], { timeZone: zone, ...options });
    return (time) => format.format(time);
  }, [locale, zone, isDay]);
}

function PointTooltip({ shown }: { shown: ChartPoint | undefined }) {
  const text = useText("portfolio");
  const { figure, dayAndTime } = useFormat();
  if (shown === undefined) return null;
  const { equity, pnl, net_deposits: deposits } = shown.point;
  return (
    <ChartTooltip title={dayAndTime(shown.time)}>
      <dl className="flex flex-col gap-0.5">
        <TooltipRow name={text("equity")}>{figure(equity, 2)}</TooltipRow>
        <TooltipRow name={text("pnl")}>{figure(pnl, 2)}</TooltipRow>
        <TooltipRow name={text("deposits")}>{figure(deposits, 2)}</TooltipRow>
      </dl>
    </ChartTooltip>
  );
}
