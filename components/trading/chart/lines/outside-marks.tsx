"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { cn } from "#components/ui/class-names.ts";
import { LINE_TONES, lineName } from "./line-name.ts";
import { type LinePlaces, NOTHING_OUTSIDE } from "./line-places.ts";
import { EDGE, GAP, ROW } from "./line-rows.ts";
import type { ChartLine } from "./lines.ts";

/** The nearest lines have a mark of their own. */
const MAX_MARKS = 2;

type OutsideMarksProps = {
  chart: PriceChart;
  places: LinePlaces;
  lines: readonly ChartLine[];
  wording: Wording;
};

/** At the edges of the pane: the lines beyond them. A press stretches the scale until the line is in view. */
export function OutsideMarks({ chart, places, lines, wording }: OutsideMarksProps) {
  const outside = useSyncExternalStore(places.onOutside, places.outside, () => NOTHING_OUTSIDE);
  const above = useRef<HTMLUListElement>(null);
  const below = useRef<HTMLUListElement>(null);
  useEdges(chart, above, below);
  const shared = { chart, lines, wording };
  return (
    <>
      <Edge {...shared} ref={above} side="above" ids={outside.above} />
      <Edge {...shared} ref={below} side="below" ids={outside.below} />
    </>
  );
}

/**
 * Keeps the rows at the edges of the pane, which the price scale and the studies make smaller than the chart; the upper
 * one below the legend, which has one or two lines.
 */
function useEdges(
  chart: PriceChart,
  above: RefObject<HTMLUListElement | null>,
  below: RefObject<HTMLUListElement | null>,
): void {
  useLayoutEffect(() => {
    const place = () => {
      const { width, height, legendEnd } = chart.plot();
      for (const [element, top] of [
        [above.current, legendEnd + GAP],
        [below.current, height - ROW - GAP],
      ] as const) {
        if (!element) continue;
        element.style.width = `${(width - EDGE).toString()}px`;
        element.style.transform = `translateY(${top.toString()}px)`;
      }
    };
    place();
    return chart.onPaint(place);
  });
}

type EdgeProps = Omit<OutsideMarksProps, "places"> & {
  ref: RefObject<HTMLUListElement | null>;
  side: "above" | "below";
  /** The nearest first. */
  ids: readonly string[];
};

function Edge({ ref, side, ids, chart, lines, wording }: EdgeProps) {
  const { text } = wording;
  const beyond = ids.flatMap((id) => lines.find((line) => line.id === id) ?? []);
  if (beyond.length === 0) return null;
  const rest = beyond.slice(MAX_MARKS);
  const farthest = rest.at(-1);
  return (
    <ul
      ref={ref}
      aria-label={text(side === "above" ? "linesAbove" : "linesBelow")}
      className={cn(
        "absolute start-0 top-0 z-[2] flex justify-end gap-1",
        // The chart's mark of origin, a link, is in this corner.
        side === "below" && "ps-13",
      )}
    >
      {farthest ? (
        <Mark line={farthest} chart={chart} wording={wording} label={`+${rest.length}`} />
      ) : null}
      {beyond.slice(0, MAX_MARKS).map((line) => {
        const named = { line: lineName(line, wording), price: wording.format.grouped(line.price) };
        const label = `${side === "above" ? "↑" : "↓"} ${text("outsideLine", named)}`;
        return <Mark key={line.id} line={line} chart={chart} wording={wording} label={label} />;
      })}
    </ul>
  );
}

type MarkProps = { line: ChartLine; chart: PriceChart; wording: Wording; label: string };

function Mark({ line, chart, wording, label }: MarkProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isHeld = () => document.activeElement === button.current;
    // The mark goes with the press; the keyboard stays at the chart.
    const surface = button.current?.closest("[data-chart-surface]");
    return () => {
      if (isHeld()) surface?.querySelector<HTMLElement>("[role=application]")?.focus();
    };
  }, []);
  const name = wording.text("showOutside", {
    line: lineName(line, wording),
    price: wording.format.grouped(line.price),
  });
  return (
    <li className="pointer-events-auto min-w-0">
      <button
        ref={button}
        type="button"
        title={name}
        data-outside-line={line.id}
        onClick={() => chart.include(line.price)}
        className={cn(
          "flex h-5 max-w-full items-center rounded-sm border bg-surface px-1.5 text-2xs whitespace-nowrap shadow-sm hover:bg-hover",
          LINE_TONES[line.tone],
        )}
      >
        <bdi className="truncate">{label}</bdi>
      </button>
    </li>
  );
}
