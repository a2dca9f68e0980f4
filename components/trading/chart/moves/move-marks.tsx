"use client";

import type { MouseEventParams } from "lightweight-charts";
import Link from "next/link";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { timeOf } from "#components/trading/chart/series/chart-points.ts";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import { drawOverBars } from "#components/trading/chart/series/draw-over-bars.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import type { ListedMove } from "#lib/protocol/wire/moves.ts";
import { describeCause, hasCause, largestIn, moveFigures, openingBar, useMoves } from "./moves.ts";

type MoveMarksProps = { chart: PriceChart; wording: Wording };

const NONE: readonly ListedMove[] = [];

/** Marks the bars in which moves opened, and describes the one under the pointer. The table lists them for people without a pointer. */
export default function MoveMarks({ chart, wording }: MoveMarksProps) {
  const { symbol } = useMarket();
  const { interval } = useViewState();
  const moves = useMoves(symbol).data?.results ?? NONE;
  useEffect(() => drawMoves(chart, moves, interval), [chart, moves, interval]);
  const findIn = useCallback(
    (start: number | undefined) => largestIn(moves, start, interval),
    [moves, interval],
  );
  const { pointed, hold } = usePointed(chart, findIn);
  const shown = findIn(pointed);
  return (
    <>
      <span hidden data-moves={moves.length} data-causes={moves.filter(hasCause).length} />
      {shown ? <Note move={shown} {...{ chart, wording, interval, hold }} /> : null}
    </>
  );
}

/** So long a note stays when the pointer leaves its bar: the way to its link leads over other bars. */
const LINGERS_MS = 600;

type Pointed = {
  /** Start of the bar under the pointer, or of the one that was tapped, if a move opened in it. */
  pointed: number | undefined;
  /** Keeps the note while the pointer is on it. */
  hold: (isHeld: boolean) => void;
};

function usePointed(
  chart: PriceChart,
  findIn: (start: number | undefined) => ListedMove | undefined,
): Pointed {
  const [pointed, setPointed] = useState<number | undefined>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHeld = useRef(false);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => !isHeld.current && setPointed(undefined), LINGERS_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const point = (start: number | undefined) => {
      if (findIn(start) === undefined) return leave();
      clearTimeout(timer.current);
      // The pointer is over the bars, also if the note below it went away without telling.
      isHeld.current = false;
      setPointed(start);
    };
    const tap = ({ time }: MouseEventParams) =>
      point(typeof time === "number" ? time * 1000 : undefined);
    chart.chart.subscribeClick(tap);
    const off = chart.onCrosshair(({ start }) => point(start));
    return () => {
      chart.chart.unsubscribeClick(tap);
      off();
    };
  }, [chart, findIn, leave]);
  const hold = useCallback(
    (held: boolean) => {
      isHeld.current = held;
      if (!held) leave();
    },
    [leave],
  );
  return { pointed, hold };
}

const NOTE_WIDTH = 220;

type NoteProps = MoveMarksProps & {
  move: ListedMove;
  interval: ShownInterval;
  hold: Pointed["hold"];
};

/** It stays at its bar, also when the chart is moved under a tapped one. */
function Note({ move, interval, chart, wording, hold }: NoteProps) {
  const { text } = wording;
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const bar = timeOf({ start: openingBar(move, interval) });
      const x = chart.chart.timeScale().timeToCoordinate(bar);
      const { width, legendEnd } = chart.plot();
      const element = note.current;
      if (element === null) return;
      element.hidden = x === null || x < 0 || x > width;
      const left = Math.max(4, Math.min((x ?? 0) - NOTE_WIDTH / 2, width - NOTE_WIDTH - 4));
      element.style.transform = `translate(${left.toString()}px, ${(legendEnd + 6).toString()}px)`;
    };
    place();
    return chart.onPaint(place);
  }, [chart, move, interval]);
  const { direction, size, onset, opened } = moveFigures(move, wording);
  const { verdict, label, headline } = describeCause(move, wording);
  return (
    <div
      aria-hidden
      data-move-note={move.id}
      ref={note}
      style={{ width: NOTE_WIDTH }}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      className="absolute start-0 top-0 z-10 rounded border border-line-strong bg-raised px-2 py-1 text-2xs text-ink shadow"
    >
      <p dir="auto" className="font-medium">
        {direction}{" "}
        <bdi dir="ltr" translate="no">
          {size}
        </bdi>
      </p>
      <p dir="auto" className="text-ink-muted">
        {text("moveOnset")}: <bdi>{onset}</bdi>
      </p>
      <p dir="auto" className="text-ink-muted">
        {text("moveOpened")}: <bdi>{opened}</bdi>
      </p>
      <p dir="auto" data-cause={verdict} className="mt-1 border-t pt-1 font-medium">
        {label}
      </p>
      {headline === undefined ? null : (
        <p dir="auto" className="line-clamp-3 break-words">
          {headline}
        </p>
      )}
      <Link
        // The table has the same link for the keyboard.
        tabIndex={-1}
        dir="auto"
        href={`/catalysts/moves/${move.id}`}
        className="block py-1 text-accent underline-offset-2 hover:underline pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {text("moveWhy")}
      </Link>
    </div>
  );
}

/** Pixels between bar and mark, and how wide the mark of a small and of a large move is, to each side. */
const GAP = 7;
const SMALLEST = 4;
const LARGEST = 9;
/** A move of this size has the largest mark. */
const LARGE_MOVE = 0.05;

/** Draws until the returned function is called. */
function drawMoves(
  chart: PriceChart,
  moves: readonly ListedMove[],
  interval: ShownInterval,
): (() => void) | undefined {
  if (moves.length === 0) return undefined;
  const scale = chart.chart.timeScale();
  const marks = moves.map((move) => ({ move, start: openingBar(move, interval) }));
  return drawOverBars(chart, (context) => {
    const view = chart.visible();
    if (!view) return;
    const inView = chart.bars.slice(view.from, view.to + 1);
    const bars = new Map(inView.map((bar) => [bar.start, bar]));
    for (const { move, start } of marks) {
      const bar = bars.get(start);
      const x = bar && scale.timeToCoordinate(timeOf(bar));
      const y = bar && chart.yOf(move.direction === "up" ? bar.low : bar.high);
      if (typeof x === "number" && y !== undefined) chevron(context, { x, y, move, chart });
    }
  });
}

type Mark = { x: number; y: number; move: ListedMove; chart: PriceChart };

/**
 * Below the bar for a rise and above it for a fall. It is open, so that it differs from the arrow of a fill. A disc behind it says that its cause
 * was found, a ring that there is a possible one, and a bar that the market's own mechanics moved the price.
 */
function chevron(context: CanvasRenderingContext2D, { x, y, move, chart }: Mark): void {
  const { up, down, surface } = chart.colours;
  const rises = move.direction === "up";
  const share = Math.min(1, Math.abs(move.size) / LARGE_MOVE);
  const half = SMALLEST + (LARGEST - SMALLEST) * share;
  const way = rises ? 1 : -1;
  const tip = y + way * GAP;
  context.beginPath();
  for (const offset of [0, half * 0.7]) {
    const foot = tip + way * (offset + half * 0.8);
    context.moveTo(x - half, foot);
    context.lineTo(x, tip + way * offset);
    context.lineTo(x + half, foot);
  }
  seal(context, { x, y: tip + way * (half * 1.5 + SEAL + 2) }, move);
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = surface;
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = rises ? up : down;
  context.stroke();
}

const SEAL = 3;

/** Adds the sign of the cause to the path. */
function seal(
  context: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  { cause }: ListedMove,
): void {
  if (cause?.verdict === "attributed" || cause?.verdict === "possible") {
    context.moveTo(x + SEAL, y);
    context.arc(x, y, SEAL, 0, 2 * Math.PI);
  }
  if (cause?.verdict === "attributed") {
    // The stroke of a small circle fills it.
    context.moveTo(x + 1, y);
    context.arc(x, y, 1, 0, 2 * Math.PI);
  }
  if (cause?.verdict === "mechanical") {
    context.moveTo(x - SEAL, y);
    context.lineTo(x + SEAL, y);
  }
}
