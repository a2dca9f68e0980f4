/**
 * The prices of a signal, in whole ticks. Target and invalidation have the same distance from the
 * entry, so a coin toss would be right half of the time.
 */
import {
  type Decimal,
  decimalPlaces,
  divideHalfUp,
  formatDecimal,
  parseDecimal,
  parseSigned,
} from "#lib/protocol/decimal.ts";
import type { SignalDirection } from "#lib/protocol/market-knowledge.ts";
import { SIGNAL_PARAMETERS } from "./parameters.ts";

export type Levels = { entry: Decimal; invalidation: Decimal; target: Decimal };

export type Pricing = {
  /** The close as it is stored. */
  close: string;
  priceTick: string;
  direction: SignalDirection;
  /** The intended distance of the invalidation, in the quote asset. */
  risk: number;
};

/** `undefined` when the tick is too coarse for the price, or a value is not a valid price. */
export function computeLevels({ close, priceTick, direction, risk }: Pricing): Levels | undefined {
  const decimals = decimalPlaces(priceTick);
  const tick = parseDecimal(priceTick, decimals);
  const places = Math.max(decimals, decimalPlaces(close));
  const exact = parseSigned(close, places);
  if (!tick || exact === undefined || exact <= 0n || !Number.isFinite(risk)) return undefined;
  const entry = divideHalfUp(exact, tick * 10n ** BigInt(places - decimals));
  const { least, most } = SIGNAL_PARAMETERS.risk;
  const price = Number(close);
  const wished = Math.min(Math.max(risk, least * price), most * price);
  const distance = BigInt(Math.max(1, Math.round(wished / Number(priceTick))));
  if (distance >= entry) return undefined;
  const text = (ticks: bigint) => formatDecimal(ticks * tick, decimals);
  const [below, above] = [text(entry - distance), text(entry + distance)];
  return direction === "long"
    ? { entry: text(entry), invalidation: below, target: above }
    : { entry: text(entry), invalidation: above, target: below };
}

/** -1, 0 or 1: compares two decimals by value, however many digits they have. */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(decimalPlaces(one), decimalPlaces(other));
  const [a, b] = [parseSigned(one, places), parseSigned(other, places)];
  if (a === undefined || b === undefined) throw new RangeError(`${one} or ${other} is no decimal`);
  return a < b ? -1 : a > b ? 1 : 0;
}
