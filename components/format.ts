/** Figures as text. Everything stays a decimal string or a `bigint`; nothing here makes a `number` of money. */
import {
  type Decimal,
  decimalPlaces,
  formatDecimal,
  formatFixed,
  parseDecimal,
} from "#lib/protocol/decimal.ts";

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

/** Puts a comma between thousands: `-64000.5` → `-64,000.5`. */
export function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? withCommas : `${withCommas}.${fraction}`;
}

/** A figure with exactly `decimals` digits after the point, grouped; an em dash when there is none. */
export function figure(text: string | null | undefined, decimals: number): string {
  if (text === null || text === undefined) return "—";
  const scaled = parseSigned(text, decimals);
  return scaled === undefined ? "—" : grouped(formatFixed(scaled, decimals));
}

/** A rate such as `0.0123` as `+1.23%`. */
export function percent(rate: string | null | undefined): string {
  if (rate === null || rate === undefined) return "—";
  const basisPoints = parseSigned(rate, 4);
  if (basisPoints === undefined) return "—";
  const shown = formatFixed(basisPoints, 2);
  return `${basisPoints > 0n ? "+" : ""}${shown}%`;
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

const THOUSANDS = ["", "K", "M", "B", "T"] as const;

/** A large amount in three to five digits: `12345678.9` → `12.35M`. */
export function compact(text: string | null | undefined): string {
  if (text === null || text === undefined) return "—";
  const cents = parseSigned(text, 2);
  if (cents === undefined) return "—";
  let step = 0;
  let unit = 1n;
  while (step < THOUSANDS.length - 1 && divideHalfUp(cents, unit) >= 100_000n) {
    unit *= 1000n;
    step += 1;
  }
  return `${grouped(formatFixed(divideHalfUp(cents, unit), 2))}${THOUSANDS[step] ?? ""}`;
}

/** Money scaled by 1e9 as dollars and cents. */
export function money(scaled: bigint): string {
  return grouped(formatFixed(divideHalfUp(scaled, 10_000_000n), 2));
}

/** `9xQe…7Kp2`: the ends of an address, which people compare. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Time of day, 24 hours, in the reader's own zone. */
export function timeOfDay(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString("en-GB", { hour12: false });
}

/** Day and time of an event in a table. */
export function dayAndTime(milliseconds: number): string {
  const day = new Date(milliseconds).toLocaleDateString("en-GB", {
    day: "2-digit",
    month: "short",
  });
  return `${day} ${timeOfDay(milliseconds)}`;
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}
