"use client";

import type { ReactNode } from "react";
import { useFormat, useLocale } from "#components/i18n/i18n-provider.tsx";
import { directionOf } from "#components/i18n/locales.ts";
import { cn } from "#components/ui/class-names.ts";
import {
  BOX,
  linePath,
  type PricePoint,
  priceSpan,
  type Span,
  shareOf,
  spreadLabels,
} from "./geometry.ts";

/** A price across the whole picture. */
export type PictureLevel = {
  key: string;
  price: string;
  name: string;
  tone: "up" | "down" | "ink";
};

/** A time with a shaded background. */
export type PictureBand = { key: string; span: Span; tone: "up" | "down" | "ink" };

export type PricePictureProps = {
  /** Describes the picture for screen readers. */
  label: string;
  /** At least one point. */
  lines: readonly (readonly PricePoint[])[];
  times: Span;
  levels?: readonly PictureLevel[];
  bands?: readonly PictureBand[];
  /** The share of the height below the prices that stays free for marks. */
  foot?: number;
  /** Drawn above the line, at positions within the picture. */
  children?: ((place: Place) => ReactNode) | undefined;
  className?: string;
};

/** Where a time and a price are, as CSS lengths; without a price, at the lower edge. */
export type Place = (at: number, price?: string) => { left: string; top: string };

/** The height of a label in the lowest picture. */
const LABEL_SHARE = 0.13;

const STROKES = { up: "var(--up)", down: "var(--down)", ink: "var(--ink-faint)" } as const;
const FILLS = { up: "var(--up-soft)", down: "var(--down-soft)", ink: "var(--hover)" } as const;
const TEXTS = { up: "text-up", down: "text-down", ink: "text-ink-muted" } as const;

/** A line of prices with its levels, bands and marks. Time runs from left to right in every language. */
export function PricePicture(props: PricePictureProps) {
  const { label, lines, times, levels, bands = [], foot, children, className = "h-40" } = props;
  const drawn = lines.flat().map(({ price }) => Number(price));
  const levelled = (levels ?? []).map(({ price }) => Number(price));
  const prices = priceSpan([...drawn, ...levelled], foot);
  if (prices === undefined) return null;
  const heightOf = (price: string) => 1 - shareOf(Number(price), prices);
  const place: Place = (at, price) => ({
    left: percent(shareOf(at, times)),
    top: price === undefined ? "100%" : percent(heightOf(price)),
  });
  return (
    <div dir="ltr" className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <div className={cn("relative min-w-0", className)}>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="absolute inset-0 h-full w-full overflow-hidden rounded-sm"
        >
          <Bands bands={bands} times={times} />
          {(levels ?? []).map(({ key, price, tone }) => (
            <line
              key={key}
              x1={0}
              x2={BOX.width}
              y1={heightOf(price) * BOX.height}
              y2={heightOf(price) * BOX.height}
              stroke={STROKES[tone]}
              strokeDasharray="5 4"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path
            d={linePath(lines, { times, prices })}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {children?.(place)}
      </div>
      <Prices levels={levels ?? extremes(lines)} heightOf={heightOf} />
      <TimeAxis times={times} />
    </div>
  );
}

function TimeAxis({ times: { from, to } }: { times: Span }) {
  const { dayAndTime } = useFormat();
  return (
    <p aria-hidden className="mt-1 flex justify-between gap-3 text-2xs text-ink-muted tabular-nums">
      <bdi>{dayAndTime(from)}</bdi>
      <bdi className="text-end">{dayAndTime(to)}</bdi>
    </p>
  );
}

function Bands({ bands, times }: { bands: readonly PictureBand[]; times: Span }) {
  return bands.map(({ key, span, tone }) => {
    const [from, to] = [Math.max(span.from, times.from), Math.min(span.to, times.to)];
    if (to <= from) return null;
    return (
      <rect
        key={key}
        data-band={key}
        x={shareOf(from, times) * BOX.width}
        width={Math.max(2, (shareOf(to, times) - shareOf(from, times)) * BOX.width)}
        y={0}
        height={BOX.height}
        fill={FILLS[tone]}
      />
    );
  });
}

type PricesProps = {
  levels: readonly PictureLevel[];
  heightOf: (price: string) => number;
};

/** The levels by name, or else the highest and the lowest price. The text beside the picture has the same figures. */
function Prices({ levels, heightOf }: PricesProps) {
  const { grouped } = useFormat();
  const direction = directionOf(useLocale());
  const tops = spreadLabels(
    levels.map(({ price }) => heightOf(price)),
    LABEL_SHARE,
  );
  return (
    <div aria-hidden className="grid shrink-0 text-2xs tabular-nums">
      {levels.map(({ key, price, name, tone }, index) => (
        <span
          key={key}
          className={cn("relative col-start-1 row-start-1 h-0 self-start", TEXTS[tone])}
          style={{ top: percent(tops[index] ?? 0) }}
        >
          <span dir={direction} className="block -translate-y-1/2 whitespace-nowrap">
            {name === "" ? null : `${name} `}
            <bdi dir="ltr" translate="no">
              {grouped(price)}
            </bdi>
          </span>
        </span>
      ))}
    </div>
  );
}

function extremes(lines: readonly (readonly PricePoint[])[]): PictureLevel[] {
  const sorted = lines
    .flat()
    .map(({ price }) => price)
    .toSorted((a, b) => Number(a) - Number(b));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) return [];
  const level = (key: string, price: string) => ({ key, price, name: "", tone: "ink" as const });
  return low === high ? [level("low", low)] : [level("high", high), level("low", low)];
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2)).toString()}%`;
}
