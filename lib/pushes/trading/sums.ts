/** Exact sums of what a liquidation closed. */
import { type Decimal, formatDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";

/** The sum of decimals of up to nine digits after the point. */
export function addUp(amounts: readonly string[]): Decimal {
  const sum = amounts.reduce((total, amount) => total + units(amount), 0n);
  return formatDecimal(sum, MONEY_DECIMALS);
}

type Closed = { size: string; average_price: string };

/** Sorts what was closed by its value, the largest first. */
export function compareNotionals(one: Closed, other: Closed): number {
  const difference = notional(other) - notional(one);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

function notional({ size, average_price: price }: Closed): bigint {
  const value = units(size) * units(price);
  return value < 0n ? -value : value;
}

function units(text: string): bigint {
  return parseSigned(text, MONEY_DECIMALS) ?? 0n;
}
