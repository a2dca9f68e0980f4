/** Checks what is typed into the forms of a position, before anything is signed. */
import type { Locale } from "#components/i18n/locales.ts";
import {
  countProblemText,
  type FigureName,
  type Words,
} from "#components/trading/ticket/ticket-text.ts";
import { type CountProblem, countTyped } from "#components/trading/ticket/typed-figure.ts";
import { lotGrid, lotsText, tickGrid, ticksText } from "#components/trading/ticket/validation.ts";
import { type Decimal, parseDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { type Market, MONEY_DECIMALS, marketScale } from "#lib/protocol/market/markets.ts";
import { profitAt } from "#lib/protocol/orders/margin.ts";
import type { PositionRecord } from "#lib/protocol/orders/orders.ts";
import { heldSize, isLong, type ProtectionKind } from "./position-orders.ts";

/** The decimal to sign, or why the text gives none. */
export type Term =
  | { text: Decimal; problem?: undefined }
  | { text?: undefined; problem: CountProblem };

export function sizeTerm(typed: string, market: Market, locale: Locale): Term {
  const scale = marketScale(market);
  const { count, problem } = countTyped(typed, lotGrid(scale, locale));
  return count === undefined ? { problem } : { text: lotsText(count, scale) };
}

export function priceTerm(typed: string, market: Market, locale: Locale): Term {
  const scale = marketScale(market);
  const { count, problem } = countTyped(typed, tickGrid(scale, locale));
  return count === undefined ? { problem } : { text: ticksText(count, scale) };
}

/** The error in words; `undefined` when there is none. */
export function termError(
  name: FigureName,
  { problem }: Term,
  market: Market,
  words: Words,
): string | undefined {
  const step = name === "size" ? market.base_lot_size : market.price_tick;
  return problem && countProblemText(name, problem, step, words);
}

/** Whether a size is larger than the position. */
export function exceeds(size: Decimal, position: Pick<PositionRecord, "size">): boolean {
  const [wanted = 0n, held = 0n] = [size, heldSize(position)].map((text) =>
    parseDecimal(text, MONEY_DECIMALS),
  );
  return wanted > held;
}

export type TriggerProblem = "triggerAbove" | "triggerBelow" | "triggerBeyondLiquidation";

/**
 * Why a trigger makes no sense: the venue refuses one that has been reached, and a stop beyond the liquidation price
 * never triggers. Prices are decimal strings.
 */
export function triggerProblem(
  trigger: string,
  kind: ProtectionKind,
  position: Pick<PositionRecord, "size" | "liquidation_price">,
  mark: string,
): TriggerProblem | undefined {
  const places = 9;
  const [at, now] = [parseDecimal(trigger, places), parseDecimal(mark, places)];
  if (at === undefined || now === undefined) return undefined;
  const long = isLong(position);
  const mustRise = (kind === "TAKE_PROFIT_MARKET") === long;
  if (mustRise && at <= now) return "triggerAbove";
  if (!mustRise && at >= now) return "triggerBelow";
  const end = parseDecimal(position.liquidation_price ?? "", places);
  if (kind === "TAKE_PROFIT_MARKET" || end === undefined) return undefined;
  return (long ? at <= end : at >= end) ? "triggerBeyondLiquidation" : undefined;
}

/** Profit of closing `size` at `price`, measured against that part of the position's cost, in 1e-9 USDC before fees. */
export function closingProfit(
  price: Decimal,
  size: Decimal,
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
