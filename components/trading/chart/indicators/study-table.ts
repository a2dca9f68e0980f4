/** Every indicator: its parameters, its lines, where it is drawn, and how it is computed. */
import type { ShownInterval } from "#components/trading/screen/view/shown-interval.ts";
import { shownSeconds } from "#components/trading/screen/view/shown-interval.ts";
import { type Known, lastKnown, macd, obv } from "./flows.ts";
import { atr, ichimoku, stochastic, supertrend } from "./ranges.ts";
import { bollinger, ema, rsi, type Study, sessionFor, sma, vwap } from "./studies.ts";

/** The text keys of parameters. */
export type ParamName =
  | "period"
  | "deviations"
  | "fast"
  | "slow"
  | "signal"
  | "smooth"
  | "multiplier"
  | "conversion"
  | "base"
  | "span";

/** Whole numbers, both ends included. */
export type Param = { name: ParamName; initial: number; least: number; most: number };

export type LineStyleName = "solid" | "dotted" | "bars";

export type StudyLine = {
  name: string;
  style?: LineStyleName;
  /** In the colour of a rise or a fall, and not of the indicator. */
  tone?: "up" | "down";
  /** Ends where it has no value, and is not drawn on to its next one. */
  hasGaps?: boolean;
  /** By how many bars it is drawn ahead; negative behind. */
  ahead?: (params: readonly number[]) => number;
};

/** How values are written: as prices, with one digit, short, or as a rate in percent. */
export type StudyFigures = "price" | "tenths" | "short" | "rate";

export type StudyContext = { interval: ShownInterval; known: Known };

type StudyRow = {
  params: readonly Param[];
  lines: readonly StudyLine[];
  /** Below the bars, in a scale of its own. */
  hasPane: boolean;
  figures: StudyFigures;
  /** Ends of its scale, and the levels that are drawn. */
  range?: readonly [number, number];
  levels?: readonly number[];
  /** What the venue stores of it, by the hour of the last seven days. */
  history?: "funding" | "interest";
  make: (params: readonly number[], context: StudyContext) => Study;
};

const period = (initial: number): Param => ({ name: "period", initial, least: 2, most: 500 });
const count = (name: ParamName, initial: number): Param => ({ name, initial, least: 1, most: 500 });
const times = (name: ParamName, initial: number): Param => ({ name, initial, least: 1, most: 20 });
const one: readonly StudyLine[] = [{ name: "value" }];
const at = (params: readonly number[], index: number): number => params[index] ?? 1;

export const STUDIES = {
  sma: {
    params: [period(20)],
    lines: one,
    hasPane: false,
    figures: "price",
    make: (params) => sma(at(params, 0)),
  },
  ema: {
    params: [period(50)],
    lines: one,
    hasPane: false,
    figures: "price",
    make: (params) => ema(at(params, 0)),
  },
  bollinger: {
    params: [period(20), times("deviations", 2)],
    lines: [
      { name: "upper", style: "dotted" },
      { name: "middle" },
      { name: "lower", style: "dotted" },
    ],
    hasPane: false,
    figures: "price",
    make: (params) => bollinger(at(params, 0), at(params, 1)),
  },
  vwap: {
    params: [],
    lines: one,
    hasPane: false,
    figures: "price",
    make: (_, { interval }) => vwap(sessionFor(interval)),
  },
  ichimoku: {
    params: [count("conversion", 9), count("base", 26), count("span", 52)],
    lines: [
      { name: "conversion" },
      { name: "base" },
      { name: "spanA", tone: "up", ahead: (params) => at(params, 1) },
      { name: "spanB", tone: "down", ahead: (params) => at(params, 1) },
      { name: "lagging", style: "dotted", ahead: (params) => -at(params, 1) },
    ],
    hasPane: false,
    figures: "price",
    make: (params) => ichimoku(at(params, 0), at(params, 1), at(params, 2)),
  },
  supertrend: {
    params: [period(10), times("multiplier", 3)],
    lines: [
      { name: "below", tone: "up", hasGaps: true },
      { name: "above", tone: "down", hasGaps: true },
    ],
    hasPane: false,
    figures: "price",
    make: (params) => supertrend(at(params, 0), at(params, 1)),
  },
  rsi: {
    params: [period(14)],
    lines: one,
    hasPane: true,
    figures: "tenths",
    range: [0, 100],
    levels: [30, 70],
    make: (params) => rsi(at(params, 0)),
  },
  stochastic: {
    params: [period(14), count("smooth", 3), count("signal", 3)],
    lines: [{ name: "value" }, { name: "signal", style: "dotted" }],
    hasPane: true,
    figures: "tenths",
    range: [0, 100],
    levels: [20, 80],
    make: (params) => stochastic(at(params, 0), at(params, 1), at(params, 2)),
  },
  macd: {
    params: [count("fast", 12), count("slow", 26), count("signal", 9)],
    lines: [
      { name: "value" },
      { name: "signal", style: "dotted" },
      { name: "difference", style: "bars" },
    ],
    hasPane: true,
    figures: "price",
    make: (params) => macd(at(params, 0), at(params, 1), at(params, 2)),
  },
  atr: {
    params: [period(14)],
    lines: one,
    hasPane: true,
    figures: "price",
    make: (params) => atr(at(params, 0)),
  },
  obv: { params: [], lines: one, hasPane: true, figures: "short", make: () => obv() },
  funding: {
    params: [],
    lines: one,
    hasPane: true,
    figures: "rate",
    history: "funding",
    make: (_, { interval, known }) => lastKnown(known, shownSeconds(interval) * 1000),
  },
  interest: {
    params: [],
    lines: one,
    hasPane: true,
    figures: "short",
    history: "interest",
    make: (_, { interval, known }) => lastKnown(known, shownSeconds(interval) * 1000),
  },
} as const satisfies Record<string, StudyRow>;

export type StudyKind = keyof typeof STUDIES;

export const STUDY_KINDS = Object.keys(STUDIES) as StudyKind[];

/** A row without the literal types of its own. */
export function studyRow(kind: StudyKind): StudyRow {
  return STUDIES[kind];
}
