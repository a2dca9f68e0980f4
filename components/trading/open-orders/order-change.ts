/** What a person types over an open order, and what of it is signed. */

import type { Locale } from "#components/i18n/locales.ts";
import { priceTerm, sizeTerm } from "#components/trading/positions/close-terms.ts";
import type { Write } from "#components/trading/writes/write-types.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { type Market, MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";

/** What is typed over an order, in the page's language; what nobody has touched is the order's own, as it stands now. */
export type TypedTerms = { price?: string; size?: string };

/** What a person can change of an order: the price of one that waits is its trigger. Decimals of the wire. */
export function termsOf(order: OrderRecord): { price: string; size: string } {
  return { price: order.trigger_price ?? order.price ?? "", size: order.size };
}

/**
 * The change to sign: only what was typed and differs from the order as it stands now, so that a change made elsewhere
 * meanwhile is not undone. `undefined` while something typed can be no term of an order; the rest is the venue's to judge.
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
    const { text } = sizeTerm(typed.size, market, locale);
    if (text === undefined) return undefined;
    if (!isSame(text, now.size)) change.size = text;
  }
  if (typed.price !== undefined) {
    const { text } = priceTerm(typed.price, market, locale);
    if (text === undefined) return undefined;
    if (!isSame(text, now.price)) change.price = text;
  }
  return change;
}

const MAY_HOLD: ReadonlySet<Write["state"]> = new Set(["signing", "sending", "unknown"]);

/**
 * What a change that may still come into force would make of the order; nothing of it is shown once the venue has refused
 * it, or the time in which it could arrive is over.
 */
export function askedOf(
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
