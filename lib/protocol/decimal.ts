/**
 * Exact decimals. A size, a price or an amount of money is a decimal string on the wire and a scaled
 * `bigint` or safe integer in arithmetic; it is never a floating-point `number`.
 */

/** A decimal as text, for example `64000.5`. Branded, so that a bare string cannot stand in for a checked one. */
export type Decimal = string & { readonly __decimal: unique symbol };

const DECIMAL_SHAPE = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const MAX_DECIMAL_LENGTH = 32;

/**
 * Parses an unsigned decimal into an integer scaled by `10 ** decimals`.
 *
 * Refused (answer `undefined`): signs, exponents, leading zeros such as `00`, a bare point, more than
 * 32 characters, and non-zero digits beyond `decimals`. Trailing zeros (`0.0150`) are accepted: the
 * signed text and the sent text must be the same bytes, their form is the client's choice.
 */
export function parseDecimal(text: string, decimals: number): bigint | undefined {
  if (text.length > MAX_DECIMAL_LENGTH || !DECIMAL_SHAPE.test(text)) return undefined;
  const point = text.indexOf(".");
  if (point === -1) return BigInt(text) * 10n ** BigInt(decimals);
  const fraction = text.slice(point + 1);
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined;
  return BigInt(text.slice(0, point) + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** True when the text has the shape that {@link parseDecimal} accepts, whatever its number of decimals. */
export function isDecimal(text: string): text is Decimal {
  return text.length <= MAX_DECIMAL_LENGTH && DECIMAL_SHAPE.test(text);
}

/** Formats a scaled integer as its shortest decimal string: no trailing zeros, no exponent, `-` when negative. */
export function formatDecimal(scaled: bigint, decimals: number): Decimal {
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction ? `.${fraction}` : ""}` as Decimal;
}

/** Formats a scaled integer with exactly `decimals` digits after the point, for columns of figures. */
export function formatFixed(scaled: bigint, decimals: number): Decimal {
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(digits.length - decimals)}`;
  return `${negative ? "-" : ""}${whole}${fraction}` as Decimal;
}

/** The number of digits after the point: 2 for `0.01`, 0 for `5`. */
export function decimalPlaces(text: string): number {
  const point = text.indexOf(".");
  return point === -1 ? 0 : text.length - point - 1;
}

/** `a / b` rounded towards plus infinity, for `b > 0`: a debt is never rounded in the payer's favour. */
export function divideUp(a: bigint, b: bigint): bigint {
  return a > 0n ? (a + b - 1n) / b : a / b;
}

/** `a / b` for `b > 0`, a half away from zero: the rounding rule of all figures on the screen. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  const magnitude = a < 0n ? -a : a;
  const rounded = (2n * magnitude + b) / (2n * b);
  return a < 0n ? -rounded : rounded;
}

/** Parses a decimal that may carry a minus sign, rounded to `decimals`; `undefined` for any other text. */
export function parseSigned(text: string, decimals: number): bigint | undefined {
  const negative = text.startsWith("-");
  const unsigned = negative ? text.slice(1) : text;
  const given = Math.max(decimals, decimalPlaces(unsigned));
  const exact = parseDecimal(unsigned, given);
  if (exact === undefined) return undefined;
  const scaled = divideHalfUp(exact, 10n ** BigInt(given - decimals));
  return negative ? -scaled : scaled;
}
