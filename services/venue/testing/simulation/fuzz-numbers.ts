/** Compares every reader of decimals with one that uses BigInt only. */

import { formatDecimal, isDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { COUNT_LIMIT, countOf } from "#lib/protocol/orders/counts.ts";
import { decimalText } from "./fuzz-texts.ts";
import type { Random } from "./random.ts";

const UNITS: readonly [bigint, ...bigint[]] = [1n, 5n, 25n, 250n];
const LONGEST = 32;

/** Digits and scale of a decimal; undefined when it is none. */
function reference(text: string): { digits: bigint; scale: number } | undefined {
  if (text.length > LONGEST || text === "") return undefined;
  const parts = text.split(".");
  const [whole = "", fraction] = parts;
  const isWhole = (digits: string) =>
    digits.split("").every((digit) => digit >= "0" && digit <= "9");
  if (parts.length > 2 || whole === "" || fraction === "") return undefined;
  if (!isWhole(whole) || !isWhole(fraction ?? "0")) return undefined;
  if (whole.length > 1 && whole.startsWith("0")) return undefined;
  return { digits: BigInt(whole + (fraction ?? "")), scale: (fraction ?? "").length };
}

/** The decimal as units of `10^-decimals`; undefined when it is not whole. */
function scaled(text: string, decimals: number): bigint | undefined {
  const read = reference(text);
  if (read === undefined) return undefined;
  const by = 10n ** BigInt(Math.abs(decimals - read.scale));
  if (decimals >= read.scale) return read.digits * by;
  return read.digits % by === 0n ? read.digits / by : undefined;
}

/** @throws Error that names the text on which they differ. */
export function fuzzDecimal(random: Random): void {
  const text = decimalText(random);
  const decimals = random.below(10);
  const expected = scaled(text, decimals);
  const agree = (holds: boolean, reader: string) => {
    if (!holds) throw new Error(`${reader} of ${JSON.stringify(text)} with ${decimals} decimals`);
  };
  agree(parseDecimal(text, decimals) === expected, "parseDecimal");
  agree(isDecimal(text) === (reference(text) !== undefined), "isDecimal");
  if (expected !== undefined) {
    const again = parseDecimal(formatDecimal(expected, decimals), decimals);
    agree(
      again === expected || formatDecimal(expected, decimals).length > LONGEST,
      "formatDecimal",
    );
  }
  const unit = random.pick(UNITS);
  const count = countOf(text, decimals, unit);
  if (expected === undefined) {
    agree(count === undefined || count >= COUNT_LIMIT, "countOf");
  } else if (expected / unit >= BigInt(COUNT_LIMIT)) {
    agree(count === undefined ? expected % unit !== 0n : count >= COUNT_LIMIT, "countOf");
  } else {
    agree(count === (expected % unit === 0n ? Number(expected / unit) : undefined), "countOf");
  }
}
