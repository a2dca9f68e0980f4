/**
 * Converts between lots and an amount of the quote asset, a share of the account's maximum, or a leverage. Lots are
 * rounded down, so that an order never exceeds the typed figure.
 */
import {
  type Decimal,
  divideHalfUp,
  divideUp,
  formatDecimal,
  parseDecimal,
} from "#lib/protocol/decimal.ts";
import { type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { minimumTickLots } from "#lib/protocol/orders/counts.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { SizeUnit } from "./draft.ts";

export type SizeTerms = {
  scale: MarketScale;
  /** The price at which lots are valued: the order's own, or the mark. */
  ticks: bigint;
  markTicks: bigint;
  /** The most lots that the account can trade; for reduce only, that it can close. */
  largest: () => bigint;
  /** Lots of the position in the direction of the order; negative when the order reduces it. */
  held: bigint;
  /** In 1e-9 USDC. */
  equity: bigint;
};

/** Percent and leverage have two decimals. */
const HUNDREDTHS = 2;
const WHOLE = 10_000n;
const CENT = 10_000_000n;

/** The lots of an amount in another unit; `undefined` when the text does not fit the unit. */
export function lotsOfAmount(
  unit: Exclude<SizeUnit, "base">,
  figure: string,
  terms: SizeTerms,
): bigint | undefined {
  const units = parseDecimal(figure, unit === "quote" ? MONEY_DECIMALS : HUNDREDTHS);
  if (units === undefined) return undefined;
  if (unit === "quote") return lotValue(terms) > 0n ? units / lotValue(terms) : undefined;
  if (unit === "share") return units > WHOLE ? undefined : (terms.largest() * units) / WHOLE;
  const target = targetLots(units, terms);
  if (target === undefined) return undefined;
  const lots = target - terms.held;
  return lots > 0n ? lots : 0n;
}

/** The text for these lots in another unit; empty when there is none. */
export function amountOfLots(
  unit: Exclude<SizeUnit, "base">,
  lots: bigint,
  terms: SizeTerms,
): Decimal | "" {
  if (lots <= 0n) return "";
  if (unit === "quote") {
    const value = lots * lotValue(terms);
    // Rounded up to the cent, which is less than a lot, so that reading it gives the same lots.
    const shown = lotValue(terms) > CENT ? divideUp(value, CENT) * CENT : value;
    return formatDecimal(shown, MONEY_DECIMALS);
  }
  if (unit === "share") {
    const largest = terms.largest();
    return largest > 0n && lots <= largest
      ? formatDecimal((lots * WHOLE) / largest, HUNDREDTHS)
      : "";
  }
  const position = terms.held + lots;
  const markValue = terms.markTicks * terms.scale.valueOfTickLot;
  return terms.equity > 0n && position > 0n
    ? formatDecimal(divideHalfUp(position * markValue * 100n, terms.equity), HUNDREDTHS)
    : "";
}

/** Lots whose value is this many hundredths of the account's value. */
function targetLots(hundredths: bigint, { markTicks, scale, equity }: SizeTerms) {
  const value = markTicks * scale.valueOfTickLot * 100n;
  return value > 0n && equity > 0n ? (equity * hundredths) / value : undefined;
}

function lotValue({ ticks, scale }: SizeTerms): bigint {
  return ticks * scale.valueOfTickLot;
}

/** The fewest lots that the venue accepts at a price. */
export function minimumLots(market: Market, ticks: bigint): bigint {
  const tickLots = BigInt(minimumTickLots(market));
  const lots = ticks > 0n ? (tickLots + ticks - 1n) / ticks : 1n;
  return lots > 0n ? lots : 1n;
}
