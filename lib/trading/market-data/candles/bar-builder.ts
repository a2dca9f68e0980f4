/**
 * Builds the bars of all seven intervals of one market from mark ticks and fills.
 *
 * The mark is a step function: a mark is in force until the next one. So a bar opens at the mark in force at
 * its start (the close before it), and every mark that arrives inside it extends it; without any it is
 * `filled`. Volume and trade counts come from fills, by the time the venue gave them.
 *
 * All intervals share one time axis, the open second. Input of a later second waits until that second opens; input of
 * an earlier one counts in the open second, because a closed bar never changes and no volume may be lost. All intervals
 * see the same inputs in the same order, so a higher bar always equals the roll-up of the lower bars in it.
 *
 * Marks are accepted in the order of their times and fills in the order of their ids, each once; of two marks of one
 * millisecond the later arrival is newer. So the last mark and the last id define which inputs are in the closed bars,
 * and a builder that continues from there accepts exactly the next ones.
 */

import { SECOND_MS } from "#lib/protocol/durations.ts";
import {
  barStart,
  KLINE_INTERVALS,
  KLINE_SECONDS,
  type KlineInterval,
} from "#lib/protocol/kline.ts";
import type { Bar } from "#lib/protocol/wire/market.ts";

import {
  type BarHead,
  carriedBar,
  isNewMark,
  lastMarkOf,
  openSecondOf,
  type ScaledBar,
  toBar,
} from "./bar-head.ts";
import { withPast } from "./roll-up.ts";

/** After a longer pause the carried one-second bars before the last hour are left to the reader to carry. */
const MAX_CARRIED_SECONDS = 3_600;

/** `at` is Unix milliseconds on the venue's clock; price and size are scaled by `scaleForBar`. */
export type MarkInput = { kind: "mark"; at: number; price: bigint };
export type FillInput = { kind: "fill"; at: number; id: number; size: bigint };
export type BarInput = MarkInput | FillInput;

/** Bars that closed together, oldest first within an interval, and the open bars after them. */
export type ClosedBars = { bars: Bar[]; head: BarHead };

/** An input and the time at which it counts: its own, or for late input that of the second that was open. */
type Placed = { at: number; input: BarInput };

export class BarBuilder {
  readonly #market: string;
  #open: BarHead | undefined;
  #waiting: Placed[] = [];
  /** The last input of each kind; the next one counts no earlier. */
  #lastMark: { at: number; price: bigint } | undefined;
  #lastMarkCounts = 0;
  #lastFill: { id: number; at: number };

  /** Continues from `head`; without one the first mark begins the bars. */
  constructor(market: string, head?: BarHead) {
    this.#market = market;
    this.#open = head && copyOf(head);
    this.#lastMark = head && lastMarkOf(head);
    this.#lastFill = { id: head?.fillId ?? 0, at: 0 };
  }

  /** Start of the open second; `undefined` before the first mark. */
  get openSecond(): number | undefined {
    return this.#open && openSecondOf(this.#open);
  }

  /**
   * Adds one input, unless it is a mark that is not newer, or a fill whose id is not higher, than the last one.
   * Fills before the first mark are dropped: without a mark there is no bar.
   */
  offer(input: BarInput): void {
    if (this.#open === undefined) {
      if (input.kind !== "mark") return;
      this.#open = firstHead(input);
    }
    const at = this.#findStart(input, this.#open);
    if (at === undefined) return;
    if (at >= openSecondOf(this.#open) + SECOND_MS) this.#waiting.push({ at, input });
    else apply(this.#open, input);
  }

  /** The ids of fills restart: the next one may have any id. Earlier input still counts. */
  beginTape(): void {
    this.#lastFill.id = 0;
    if (this.#open !== undefined) this.#open.fillId = 0;
    this.#waiting = this.#waiting.map(({ at, input }) => ({
      at,
      input: input.kind === "fill" ? { ...input, id: 0 } : input,
    }));
  }

  /** Prepends the past before the first mark to the open bars. */
  takePast(past: BarHead): void {
    if (this.#open !== undefined) this.#open.openBars = withPast(this.#open.openBars, past);
  }

  /** Closes every bar that ends at or before `to`; `undefined` when there is none. */
  advance(to: number): ClosedBars | undefined {
    const open = this.#open;
    if (open === undefined || to < openSecondOf(open) + SECOND_MS) return undefined;
    const bars: Bar[] = [];
    const target = barStart("1s", to);
    // The sort is stable and each kind is in order, so the remaining inputs are the last of their kind.
    const due = this.#waiting.sort((a, b) => a.at - b.at);
    let taken = 0;
    for (const { at, input } of due) {
      if (at >= target) break;
      this.#rollAll(open, at, bars);
      apply(open, input);
      taken += 1;
    }
    this.#rollAll(open, target, bars);
    const head = copyOf(open);
    for (const { at, input } of due.slice(taken)) {
      if (at >= target + SECOND_MS) break;
      apply(open, input);
      taken += 1;
    }
    this.#waiting = due.slice(taken);
    return { bars, head };
  }

  /** The open bar of `interval`; `undefined` before the first mark. */
  openBar(interval: KlineInterval): Bar | undefined {
    const bar = this.#open?.openBars[interval];
    return bar && toBar({ market: this.#market, interval, closed: false }, bar);
  }

  /** When `input` counts; `undefined` when it is not new. */
  #findStart(input: BarInput, open: BarHead): number | undefined {
    const openSecond = openSecondOf(open);
    if (input.kind === "mark") {
      if (!isNewMark(input, this.#lastMark)) return undefined;
      this.#lastMark = input;
      this.#lastMarkCounts = Math.max(input.at, openSecond, this.#lastMarkCounts);
      return this.#lastMarkCounts;
    }
    // The venue's times ascend with its ids.
    if (input.id <= this.#lastFill.id || input.at < open.fillAt) return undefined;
    const at = Math.max(input.at, openSecond, this.#lastFill.at);
    this.#lastFill = { id: input.id, at };
    return at;
  }

  #rollAll({ openBars }: BarHead, to: number, closed: Bar[]): void {
    for (const interval of KLINE_INTERVALS) {
      const lengthMs = KLINE_SECONDS[interval] * 1_000;
      let bar = openBars[interval];
      while (bar.start + lengthMs <= to) {
        closed.push(toBar({ market: this.#market, interval, closed: true }, bar));
        bar = carriedBar(nextStart(interval, bar, to), bar.close);
      }
      openBars[interval] = bar;
    }
  }
}

function nextStart(interval: KlineInterval, bar: ScaledBar, to: number): number {
  const next = bar.start + KLINE_SECONDS[interval] * 1_000;
  if (interval !== "1s") return next;
  return Math.max(next, barStart("1s", to) - MAX_CARRIED_SECONDS * SECOND_MS);
}

/** The very first mark is in force from the start of its bars, and still to be added. */
function firstHead(mark: MarkInput): BarHead {
  const openBars = KLINE_INTERVALS.map((interval) => [
    interval,
    carriedBar(barStart(interval, mark.at), mark.price),
  ]);
  return {
    openBars: Object.fromEntries(openBars) as BarHead["openBars"],
    markAt: mark.at - 1,
    fillId: 0,
    fillAt: barStart("1s", mark.at),
  };
}

function copyOf(head: BarHead): BarHead {
  const openBars = KLINE_INTERVALS.map((interval) => [interval, { ...head.openBars[interval] }]);
  return { ...head, openBars: Object.fromEntries(openBars) as BarHead["openBars"] };
}

function apply(open: BarHead, input: BarInput): void {
  if (input.kind === "mark") open.markAt = input.at;
  else {
    open.fillId = input.id;
    open.fillAt = Math.max(open.fillAt, input.at);
  }
  for (const interval of KLINE_INTERVALS) applyToBar(open.openBars[interval], input);
}

function applyToBar(bar: ScaledBar, input: BarInput): void {
  if (input.kind === "fill") {
    bar.volume += input.size;
    bar.trades += 1;
    return;
  }
  bar.close = input.price;
  if (input.price > bar.high) bar.high = input.price;
  if (input.price < bar.low) bar.low = input.price;
  bar.filled = false;
}
