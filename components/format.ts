/**
 * What figures have in every language. Everything stays a decimal string or a `bigint`; nothing here makes a `number` of
 * money.
 */
import { type Decimal, decimalPlaces, formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";

const RATE_DECIMALS = 6;

/** `a / b` for `b > 0`, a half away from zero: the one rule by which figures on the screen are rounded. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  const magnitude = a < 0n ? -a : a;
  const rounded = (2n * magnitude + b) / (2n * b);
  return a < 0n ? -rounded : rounded;
}

/** Parses a decimal that may carry a minus sign, rounded to `decimals`. `undefined` when it is none. */
export function parseSigned(text: string, decimals: number): bigint | undefined {
  const negative = text.startsWith("-");
  const unsigned = negative ? text.slice(1) : text;
  const given = Math.max(decimals, decimalPlaces(unsigned));
  const exact = parseDecimal(unsigned, given);
  if (exact === undefined) return undefined;
  const scaled = divideHalfUp(exact, 10n ** BigInt(given - decimals));
  return negative ? -scaled : scaled;
}

/** `(now - open) / open`, six decimals; `undefined` when either is missing. */
export function changeRate(
  open: string | undefined,
  now: string | undefined,
  priceDecimals: number,
): Decimal | undefined {
  if (open === undefined || now === undefined) return undefined;
  const [from, to] = [parseSigned(open, priceDecimals), parseSigned(now, priceDecimals)];
  if (from === undefined || to === undefined || from <= 0n) return undefined;
  return formatDecimal(
    divideHalfUp((to - from) * 10n ** BigInt(RATE_DECIMALS), from),
    RATE_DECIMALS,
  );
}

/** -1, 0 or 1: which way a figure points. */
export function direction(text: string | null | undefined): -1 | 0 | 1 {
  if (!text || isZero(text)) return 0;
  return text.startsWith("-") ? -1 : 1;
}

/** Text colour of a direction: green and red mean direction and nothing else. */
export function directionClass(way: -1 | 0 | 1): string {
  if (way === 0) return "text-ink";
  return way > 0 ? "text-up" : "text-down";
}

/** `9xQe…7Kp2`: the ends of an address, which people compare. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}
