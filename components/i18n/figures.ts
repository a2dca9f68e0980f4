/**
 * Helpers for figures that hold in every language. Money stays a decimal string or a `bigint`, never a `number`.
 */
import { type Decimal, divideHalfUp, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";

const RATE_DECIMALS = 6;

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

/** The sign of a figure: -1, 0 or 1. */
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
