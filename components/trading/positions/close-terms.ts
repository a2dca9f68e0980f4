/** Checks what is typed into the forms of a position, before anything is signed. */
import type { Locale } from "#components/i18n/locales.ts";
import {
  type CountProblem,
  countTyped,
  type FigureName,
} from "#components/trading/ticket/typed-figure.ts";
import { type Decimal, parseDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { lotsText, MONEY_DECIMALS, marketScale, ticksText } from "#lib/protocol/market/markets.ts";
import { profitAt } from "#lib/protocol/orders/margin.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { heldSize } from "./position-orders.ts";

/** The decimal to sign and its steps, or why the text gives none. */
export type Term =
  | { text: Decimal; count: bigint; problem?: undefined }
  | { text?: undefined; problem: CountProblem };

export function readTerm(name: FigureName, typed: string, market: Market, locale: Locale): Term {
  const scale = marketScale(market);
  const { count, problem } = countTyped(name, typed, { listing: market, scale }, locale);
  if (count === undefined) return { problem };
  return { count, text: name === "size" ? lotsText(count, scale) : ticksText(count, scale) };
}

/** Whether a size is larger than the position. */
export function exceeds(size: Decimal, position: Pick<PositionRecord, "size">): boolean {
  const [wanted = 0n, held = 0n] = [size, heldSize(position)].map((text) =>
    parseDecimal(text, MONEY_DECIMALS),
  );
  return wanted > held;
}

/** Profit of closing `size` at `price`, measured against that part of the position's cost, in 1e-9 USDC before fees. */
export function closingProfit(
  price: string,
  size: string,
  position: Pick<PositionRecord, "size" | "cost">,
): bigint | undefined {
  // Size and price together have at most nine decimals.
  const [at, part, held] = [price, size, position.size].map((text) =>
    parseSigned(text, MONEY_DECIMALS),
  );
  const cost = parseSigned(position.cost, MONEY_DECIMALS);
  if (at === undefined || part === undefined || !held || cost === undefined) return undefined;
  const closed = held < 0n ? -part : part;
  const unit = 10n ** BigInt(MONEY_DECIMALS);
  return profitAt({ size: closed, cost: ((cost * closed) / held) * unit }, at, 1n) / unit;
}
