/** Converts a size typed in some unit to the base asset, which is what the draft keeps. */

import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import { lotsText, type MarketScale } from "#lib/protocol/market/markets.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { OrderDraft, SizeUnit } from "./draft.ts";
import { amountOfLots, lotsOfAmount, type SizeTerms } from "./size.ts";
import type { Wording } from "./ticket-text.ts";
import { countTyped } from "./typed-figure.ts";

export type SizeContext = {
  market: Market;
  scale: MarketScale;
  /** `undefined` before the first mark. */
  sizeTerms: SizeTerms | undefined;
  lots: bigint | undefined;
  wording: Wording;
};

export function sizeChange(
  unit: SizeUnit,
  typed: string,
  { sizeTerms, scale, wording }: SizeContext,
): Pick<OrderDraft, "size" | "amount"> {
  if (unit === "base") return { size: typed, amount: { unit, text: "" } };
  const { locale } = wording.format;
  const read = readTyped(typed, locale);
  const lots =
    read.state === "figure" && sizeTerms ? lotsOfAmount(unit, read.text, sizeTerms) : undefined;
  const size = lots ? typedText(lotsText(lots, scale), locale) : "";
  return { size, amount: { unit, text: typed } };
}

/** The same lots in another unit: switching units never changes what is signed. */
export function unitChange(
  unit: SizeUnit,
  { size }: OrderDraft,
  context: SizeContext,
): Pick<OrderDraft, "size" | "amount"> {
  return { size, amount: { unit, text: amountText(unit, context.lots ?? 0n, context) } };
}

/** Changing the price changes the size that an amount in the quote asset buys. Market moves do not. */
export function sizeAtPrice(
  price: string,
  draft: OrderDraft,
  context: SizeContext,
): Partial<OrderDraft> {
  const { sizeTerms, market, scale, wording } = context;
  const steps = { listing: market, scale };
  const { count: ticks } = countTyped("price", price, steps, wording.format.locale);
  if (draft.amount.unit !== "quote" || !sizeTerms || ticks === undefined) return {};
  return sizeChange("quote", draft.amount.text, { ...context, sizeTerms: { ...sizeTerms, ticks } });
}

export function amountText(
  unit: SizeUnit,
  lots: bigint,
  { sizeTerms, wording }: SizeContext,
): string {
  if (unit === "base" || !sizeTerms) return "";
  return typedText(amountOfLots(unit, lots, sizeTerms), wording.format.locale);
}
