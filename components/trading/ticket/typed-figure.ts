/** Typed figures of orders in the steps of a market: lots of a size, ticks of a price. */
import type { Locale } from "#components/i18n/locales.ts";
import {
  type FigureProblem,
  readTyped,
  tidyTyped,
  typedText,
} from "#components/i18n/typed-number.ts";
import {
  decimalPlaces,
  divideHalfUp,
  formatDecimal,
  formatFixed,
  parseDecimal,
} from "#lib/protocol/decimal.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import {
  type MarketSteps,
  type OrderRefusal,
  readPrice,
  readSize,
} from "#lib/protocol/orders/counts.ts";

/** The figures that a person types, by the names in the messages. */
export type FigureName = "size" | "price" | "trigger";

/** Why a text is not a number of steps. */
export type CountProblem = FigureProblem | "empty" | OrderRefusal;

export type Counted =
  | { count: bigint; problem?: undefined }
  | { count?: undefined; problem: CountProblem };

/** The steps in a text, at least one: lots of a size, ticks of a price. */
export function countTyped(
  name: FigureName,
  typed: string,
  market: MarketSteps,
  locale: Locale,
): Counted {
  const read = readTyped(typed, locale);
  if (read.state === "empty") return { problem: "empty" };
  if (read.state === "unreadable") return { problem: read.problem };
  const count =
    name === "size"
      ? readSize(market, read.text)
      : readPrice(market, read.text, name === "price" ? "price" : "trigger_price");
  return typeof count === "number" ? { count: BigInt(count) } : { problem: count };
}

type Step = { decimals: number; unit: bigint; count: bigint; fallback: string; locale: Locale };

/**
 * The text moved by steps, never below one step. An empty text starts from `fallback`; text that is not a number stays.
 */
export function stepText(text: string, step: Step): string {
  const { decimals, unit, count, fallback, locale } = step;
  const read = readTyped(text, locale);
  if (read.state === "unreadable") return text;
  const units = unitsOf(read.state === "figure" ? read.text : fallback, decimals);
  const moved = (units / unit) * unit + unit * count;
  return typedText(formatFixed(moved > unit ? moved : unit, decimals), locale);
}

/** Drops digits beyond `decimals`: the result is a multiple of a step anyway. */
function unitsOf(figure: string, decimals: number): bigint {
  const point = figure.indexOf(".");
  const cut = point === -1 ? figure : figure.slice(0, point + 1 + decimals).replace(/\.$/, "");
  return parseDecimal(cut, decimals) ?? 0n;
}

/** The steps of a market: ticks of a price, or lots of a size, which is never rounded up. */
export type Steps = { decimals: number; unit: bigint; down: boolean };

export function ticksOf({ priceDecimals, tickUnits }: MarketScale): Steps {
  return { decimals: priceDecimals, unit: tickUnits, down: false };
}

export function lotsOf({ sizeDecimals, lotUnits }: MarketScale): Steps {
  return { decimals: sizeDecimals, unit: lotUnits, down: true };
}

/**
 * A finished number on the market's steps: more digits than the market has are rounded, in sight, before anything is
 * signed. A number below one step stays as typed, and other text too, so that its error stays.
 */
export function roundTyped(typed: string, steps: Steps, locale: Locale): string {
  const read = readTyped(typed, locale);
  if (read.state !== "figure") return tidyTyped(typed, locale);
  const places = Math.max(decimalPlaces(read.text), steps.decimals);
  const units = parseDecimal(read.text, places) ?? 0n;
  const step = steps.unit * 10n ** BigInt(places - steps.decimals);
  const rounded = (steps.down ? units / step : divideHalfUp(units, step)) * step;
  const figure = rounded === 0n || rounded === units ? read.text : formatDecimal(rounded, places);
  return typedText(figure, locale);
}
