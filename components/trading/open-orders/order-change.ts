/** Turns what is typed over an open order into the change to sign. */

import type { Locale } from "#components/i18n/locales.ts";
import { readTerm } from "#components/trading/positions/close-terms.ts";
import type { Write } from "#components/trading/writes/write-types.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

/** Typed values in the page's language; fields that were not touched are missing. */
export type TypedTerms = { price?: string; size?: string };

/** The editable terms of an order; the price of one that waits is its trigger. Decimals of the wire. */
export function termsOf(order: OrderRecord): { price: string; size: string } {
  return { price: order.trigger_price ?? order.price ?? "", size: order.size };
}

/**
 * The change to sign: only values that were typed and differ from the current order, so that a change made elsewhere is
 * not undone. `undefined` while a typed value is invalid; the venue checks the rest.
 */
export function changeOf(
  order: OrderRecord,
  typed: TypedTerms,
  market: Market | undefined,
  locale: Locale,
): { price?: string; size?: string } | undefined {
  if (market === undefined) return undefined;
  const now = termsOf(order);
  const change: { price?: string; size?: string } = {};
  if (typed.size !== undefined) {
    const { text } = readTerm("size", typed.size, market, locale);
    if (text === undefined) return undefined;
    if (!isSame(text, now.size)) change.size = text;
  }
  if (typed.price !== undefined) {
    const { text } = readTerm("price", typed.price, market, locale);
    if (text === undefined) return undefined;
    if (!isSame(text, now.price)) change.price = text;
  }
  return change;
}

const MAY_HOLD: ReadonlySet<Write["state"]> = new Set(["signing", "sending", "unknown"]);

/** The terms that a pending change asks for; empty once it was refused or can no longer arrive. */
export function requestedTerms(
  order: OrderRecord,
  write: Pick<Write, "state" | "change"> | undefined,
): { price?: string; size?: string } {
  if (write?.change === undefined || !MAY_HOLD.has(write.state)) return {};
  const { price, size } = write.change;
  const now = termsOf(order);
  return {
    ...(price === null || isSame(price, now.price) ? {} : { price }),
    ...(isSame(size, now.size) ? {} : { size }),
  };
}

function isSame(a: string, b: string): boolean {
  return parseDecimal(a, MONEY_DECIMALS) === parseDecimal(b, MONEY_DECIMALS);
}
