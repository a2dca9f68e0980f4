"use client";

import { useMemo } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { AXIS, CURSOR, useAxisAmount } from "#components/ui/chart/axis.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "#components/ui/chart/chart-tooltip.tsx";
import { barsOf, type FeeDay, type FeeSpan } from "./fee-days.ts";

type FeesChartProps = {
  /** UTC days, newest first, without those that have no fills. */
  days: readonly FeeDay[];
  span: FeeSpan;
};

type FeeBar = { day: string; value: number; text: string };

/** One bar for each day, oldest first. The table below it has the same figures. */
export function FeesChart({ days, span }: FeesChartProps) {
  const text = useText("account");
  const { figure } = useFormat();
  const amount = useAxisAmount();
  const name = useDayName();
  const bars = useMemo(
    () =>
      // Heights on the screen; the tooltip and the table have the exact fees.
      barsOf(days, span).map(({ day, text: exact }) => ({
        day,
        text: exact,
        value: Number(exact),
      })),
    [days, span],
  );
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), first);
  const most = figure(top.text, 2);
  return (
    <ChartArea>
      <BarChart
        responsive
        accessibilityLayer
        aria-label={text("feesPicture", { from: first.day, to: last.day, most, day: top.day })}
        data={bars}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        style={{ width: "100%", height: "100%" }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...AXIS} dataKey="day" tickFormatter={name} minTickGap={28} />
        <YAxis {...AXIS} width="auto" tickFormatter={amount} axisLine={false} />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => <DayTooltip bar={payload[0]?.payload as FeeBar | undefined} />}
        />
        <Bar dataKey="value" fill="var(--accent)" maxBarSize={44} isAnimationActive={false} />
      </BarChart>
    </ChartArea>
  );
}

function DayTooltip({ bar }: { bar: FeeBar | undefined }) {
  const text = useText("account");
  const { grouped } = useFormat();
  if (bar === undefined) return null;
  return (
    <ChartTooltip title={bar.day}>
      <dl>
        <TooltipRow name={text("feesPaid")}>{`${grouped(bar.text)} USDC`}</TooltipRow>
      </dl>
    </ChartTooltip>
  );
}

/** Days are UTC, as the venue counts them. */
function useDayName(): (day: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(INTL_LOCALE[locale], {
      day: "numeric",
      month: "short",
      timeZone: "UTC",
    });
    return (day) => format.format(Date.parse(day));
  }, [locale]);
}
