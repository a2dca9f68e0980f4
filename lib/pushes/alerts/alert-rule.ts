/**
 * Decides what a bar of marks does to an alert. An alert fires when the mark reaches its price. One
 * of the mode `again` is armed again when the mark has gone back by 0.2 % of that price.
 *
 * To judge a bar twice changes nothing: `since` moves behind each bar that changed the alert.
 */
import { parseDecimal } from "#lib/protocol/decimal.ts";
import type { AlertDirection } from "#lib/protocol/market-knowledge.ts";

/** Prices are integers in units of 1e-9. */
export const PRICE_DECIMALS = 9;
/** 0.2 % */
const BACK_PARTS = 500n;

export type Price = bigint;

/** Marks of a second or a minute. Times are Unix milliseconds; `end` is not included. */
export type MarkBar = {
  market: string;
  start: number;
  end: number;
  high: Price;
  low: Price;
  close: Price;
};

export type JudgedAlert = {
  price: Price;
  direction: AlertDirection;
  isArmed: boolean;
  /** Unix milliseconds. */
  since: number;
};

/** `mark`: the furthest mark, when it fires. `isBack`: whether it is armed again after that bar. */
export type Verdict = { fires: true; mark: Price; isBack: boolean } | { fires: false };

/**
 * The order of marks within a bar is unknown, except that its close is the last. An alert that
 * began within the bar is judged by the close alone.
 * @returns what changes; `undefined`: nothing
 */
export function judgeAlert(alert: JudgedAlert, bar: MarkBar): Verdict | undefined {
  const { direction, isArmed, since } = alert;
  if (bar.end <= since) return undefined;
  const isWhole = bar.start >= since;
  const high = isWhole ? bar.high : bar.close;
  const low = isWhole ? bar.low : bar.close;
  const [furthest, nearest] = direction === "above" ? [high, low] : [low, high];
  const isBack = hasGoneBack(alert, bar.close);
  if (isArmed) {
    return hasReached(alert, furthest) ? { fires: true, mark: furthest, isBack } : undefined;
  }
  if (!hasGoneBack(alert, nearest)) return undefined;
  return hasReached(alert, bar.close)
    ? { fires: true, mark: bar.close, isBack: false }
    : { fires: false };
}

type Level = Pick<JudgedAlert, "price" | "direction">;

export function hasReached({ price, direction }: Level, mark: Price): boolean {
  return direction === "above" ? mark >= price : mark <= price;
}

export function hasGoneBack({ price, direction }: Level, mark: Price): boolean {
  const distance = direction === "above" ? price - mark : mark - price;
  return distance * BACK_PARTS >= price;
}

/** Callers pass only positive decimals. */
export function scaledPrice(value: string): Price {
  return parseDecimal(value, PRICE_DECIMALS) ?? 0n;
}
