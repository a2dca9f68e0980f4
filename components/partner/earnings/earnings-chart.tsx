"use client";

import { useId, useMemo } from "react";
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import type { EarningBuckets } from "#lib/protocol/partner-reads.ts";
import { AXIS, CURSOR, useAxisAmount } from "./axis.ts";
import { bucketNames, type EarningBar, earningBars, firstOfDays } from "./earning-bars.ts";
import { EarningsTip } from "./earnings-tip.tsx";
import { dateTag } from "./use-moment.ts";

type EarningsChartProps = {
  answer: EarningBuckets;
  /** The period before, to lie over it. */
  earlier: EarningBuckets | undefined;
};

/** As many hours are told apart without their days. */
const MOST_HOURS = 48;

const beginning = ({ bucket }: EarningBar) => bucket.from;

/** Earnings over time, stacked by product. Time runs from left to right in every language. */
export function EarningsChart({ answer, earlier }: EarningsChartProps) {
  const text = useText("partner");
  const stripes = useId();
  const amount = useAxisAmount();
  const { bars, names, days } = usePicture({ answer, earlier });
  const stacked = { stackId: "earned", isAnimationActive: false, maxBarSize: 44 } as const;
  return (
    <div dir="ltr" className="h-full">
      <ComposedChart
        responsive
        aria-label={text("earningsPicture")}
        data={bars}
        stackOffset="sign"
        barCategoryGap={bars.length > 60 ? 1 : "18%"}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        style={{ width: "100%", height: "100%" }}
      >
        <Stripes id={stripes} />
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...AXIS}
          dataKey={beginning}
          minTickGap={28}
          {...(days === undefined
            ? { tickFormatter: names.tick }
            : { tickFormatter: names.day, ticks: days })}
        />
        <YAxis {...AXIS} width="auto" tickFormatter={amount} axisLine={false} />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => (
            <EarningsTip bar={payload[0]?.payload as EarningBar | undefined} names={names} />
          )}
        />
        <Bar {...stacked} dataKey="perp" fill="var(--perp)" />
        <Bar {...stacked} dataKey="copy" fill={`url(#${stripes})`} stroke="var(--perp)" />
        <Bar {...stacked} dataKey="swap" fill="var(--swap)" />
        <Bar {...stacked} dataKey="prediction" fill="var(--prediction)" />
        {earlier === undefined ? null : (
          <Line
            dataKey="previous"
            type="linear"
            stroke="var(--ink-faint)"
            strokeWidth={1.25}
            strokeOpacity={0.7}
            strokeDasharray="4 3"
            dot={bars.length < 2}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </div>
  );
}

/** `days`: where names stand below the bars, when hours alone would say nothing. */
function usePicture({ answer, earlier }: EarningsChartProps) {
  const locale = useLocale();
  const { granularity, tz, results } = answer;
  const before = earlier?.results;
  return useMemo(() => {
    const isLong = granularity === "hour" && results.length > MOST_HOURS;
    return {
      bars: earningBars(results, before),
      names: bucketNames(granularity, dateTag(locale), tz),
      days: isLong ? firstOfDays(results, tz) : undefined,
    };
  }, [granularity, tz, results, before, locale]);
}

/** Copy trading: the colour of perps, in stripes. */
function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width={5}
        height={5}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width={5} height={5} fill="var(--surface)" />
        <rect width={2.5} height={5} fill="var(--perp)" />
      </pattern>
    </defs>
  );
}
