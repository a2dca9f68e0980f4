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
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { AXIS, CURSOR, useAxisAmount } from "#components/ui/chart/axis.ts";
import { ChartArea, ChartTooltip, TooltipRow } from "#components/ui/chart/chart-tooltip.tsx";
import type { EarningBuckets } from "#lib/protocol/wire/partner.ts";
import { signOf } from "./amounts.ts";
import {
  type BucketNames,
  bucketNames,
  type EarningBar,
  earnedOf,
  earningBars,
  firstOfDays,
  isPartial,
  SERIES,
} from "./earning-bars.ts";
import { useAmount } from "./money.tsx";
import { Swatch } from "./swatch.tsx";
import { dateTag } from "./use-date-times.ts";

type EarningsChartProps = {
  answer: EarningBuckets;
  /** The previous period, drawn as a line. */
  earlier: EarningBuckets | undefined;
};

/** Marks the short name of a bucket that is only a part of its hour, day, week or month. */
const PART = "*";

/** With more hours than these, the axis names days. */
const MAX_HOURS = 48;

const beginning = ({ bucket }: EarningBar) => bucket.from;

/** Earnings over time, stacked by product. Time runs from left to right in every language. */
export function EarningsChart({ answer, earlier }: EarningsChartProps) {
  const text = useText("partner");
  const stripes = useId();
  const amount = useAxisAmount();
  const { bars, names, parts, tick, days } = useChartData({ answer, earlier });
  const stacked = { stackId: "earned", isAnimationActive: false, maxBarSize: 44 } as const;
  return (
    <ChartArea>
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
            ? { tickFormatter: tick }
            : { tickFormatter: names.day, ticks: days })}
        />
        <YAxis {...AXIS} width="auto" tickFormatter={amount} axisLine={false} />
        <ReferenceLine y={0} stroke="var(--line-strong)" />
        <Tooltip
          cursor={CURSOR}
          isAnimationActive={false}
          content={({ payload }) => (
            <EarningsTooltip
              bar={payload[0]?.payload as EarningBar | undefined}
              names={names}
              parts={parts}
            />
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
    </ChartArea>
  );
}

/** `days`: positions of day names below the bars, when there are too many hours. */
function useChartData({ answer, earlier }: EarningsChartProps) {
  const locale = useLocale();
  const { granularity, tz, results, from, to } = answer;
  const before = earlier?.results;
  return useMemo(() => {
    const isLong = granularity === "hour" && results.length > MAX_HOURS;
    const names = bucketNames(granularity, dateTag(locale), tz, { from, to });
    const parts = new Set(
      results.filter((one) => isPartial(one, granularity, tz)).map((bucket) => bucket.from),
    );
    return {
      bars: earningBars(results, before),
      names,
      parts,
      tick: (start: string) => `${names.tick(start)}${parts.has(start) ? PART : ""}`,
      days: isLong ? firstOfDays(results, tz) : undefined,
    };
  }, [granularity, tz, results, before, locale, from, to]);
}

/** The pattern of copy trading: the colour of perps in stripes. */
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

type EarningsTooltipProps = {
  bar: EarningBar | undefined;
  names: BucketNames;
  /** The starts of partial buckets. */
  parts: ReadonlySet<string>;
};

/** The amounts of a bucket. */
function EarningsTooltip({ bar, names, parts }: EarningsTooltipProps) {
  const text = useText("partner");
  const { integer } = useFormat();
  const formatAmount = useAmount();
  if (bar === undefined) return null;
  const { bucket, before } = bar;
  const amount = (exact: string) => formatAmount(exact, "USD");
  const rows = SERIES.map((series) => ({
    series,
    earned: series === "copy" ? bucket.copy.earned : earnedOf(bucket, series),
  })).filter(({ earned }) => signOf(earned) !== 0);
  return (
    <ChartTooltip
      title={
        parts.has(bucket.from) ? text("partOf", { name: names.name(bucket) }) : names.name(bucket)
      }
    >
      <dl className="flex flex-col gap-0.5">
        <TooltipRow name={text("earned")}>{amount(bucket.earned)}</TooltipRow>
        {rows.map(({ series, earned }) => (
          <TooltipRow
            key={series}
            name={
              <>
                <Swatch series={series} />
                {text(series === "copy" ? "ofWhichCopy" : `product_${series}`)}
              </>
            }
          >
            {amount(earned)}
          </TooltipRow>
        ))}
        <TooltipRow name={text("referredFees")}>{amount(bucket.fees)}</TooltipRow>
        <TooltipRow name={text("feeCount")}>{integer(bucket.count)}</TooltipRow>
        {before === undefined ? null : (
          <div className="mt-1 border-t pt-1">
            <p className="text-2xs text-ink-muted">{names.name(before)}</p>
            <TooltipRow name={text("previously")}>{amount(before.earned)}</TooltipRow>
          </div>
        )}
      </dl>
    </ChartTooltip>
  );
}
