/** Checks the ticket's draft against the market's rules before it is signed, with messages in words. */
import type { Locale } from "#components/i18n/locales.ts";
import {
  type Decimal,
  divideHalfUp,
  formatDecimal,
  formatFixed,
  parseDecimal,
} from "#lib/protocol/decimal.ts";
import { type Market, type MarketScale, MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { bandEdge, type OwnOrder, reducibleLots } from "#lib/protocol/orders/order-preview.ts";
import {
  ORDER_FLAG,
  type PlaceOrderFields,
  type Side,
  TRIGGER_SOURCE_CODE,
} from "#lib/protocol/orders/orders.ts";
import { isTrigger, type OrderDraft, risesToTrigger, timeInForceObstacle } from "./draft.ts";
import {
  countProblemText,
  type FigureName,
  priceWords,
  sizeWords,
  type Words,
} from "./ticket-text.ts";
import { countTyped, type Grid, readTyped, typedText } from "./typed-figure.ts";

/** Market and account in ticks and lots. What is unknown is not checked. */
export type DraftContext = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint | undefined;
  /** The last trade; `undefined` before the first. */
  lastTicks: bigint | undefined;
  bestBidTicks: bigint | undefined;
  bestAskTicks: bigint | undefined;
  /** Signed; 0 without a position, `undefined` while it has not been read. */
  positionLots: bigint | undefined;
  /** The account's own orders in this market's book. */
  resting: readonly OwnOrder[];
  /** All open orders of the account, including those that wait for a trigger. */
  openOrders: { inMarket: number; all: number };
};

export type DraftField = "size" | "price" | "trigger" | "terms";
export type DraftErrors = Partial<Record<DraftField, string>>;

/** The draft as integers where its text allows, and its errors. */
export type CheckedDraft = {
  errors: DraftErrors;
  /** A warning about an unusual price that the venue would accept. */
  priceNotice: string | undefined;
  lots: bigint | undefined;
  /** The price of a limit order; undefined while the text is not a price. */
  priceTicks: bigint | undefined;
  /** The trigger price of an order that waits for one. */
  triggerTicks: bigint | undefined;
  /** Present when there is no error: the fields to sign, formatted once. */
  order: PlaceOrderFields | undefined;
};

const MILLION = 1_000_000n;
/** Parts per million of the mark. */
const FAR_FROM_MARK = 50_000n;
/** Far beyond the supply of any asset: a larger size is a typing error. */
const MAX_LOTS = 1n << 40n;
/** The venue's limits on open orders. */
const OPEN_ORDER_LIMITS = { inMarket: 200, all: 1_000 };

export function checkDraft(draft: OrderDraft, context: DraftContext, words: Words): CheckedDraft {
  const { locale } = words.format;
  const counts = {
    lots: lotsOf(draft.size, context.scale, locale),
    priceTicks: draft.type === "LIMIT" ? ticksOf(draft.price, context.scale, locale) : undefined,
    triggerTicks: isTrigger(draft.type)
      ? ticksOf(draft.triggerPrice, context.scale, locale)
      : undefined,
  };
  const errors: DraftErrors = {};
  const note = (field: DraftField, error: string | undefined) => {
    if (error !== undefined) errors[field] = error;
  };
  note("size", sizeError(draft, counts, context, words));
  if (draft.type === "LIMIT") note("price", priceError(draft, counts.priceTicks, context, words));
  if (isTrigger(draft.type)) {
    note("trigger", triggerError(draft, counts.triggerTicks, context, words));
  }
  note("terms", termsError(draft, context, words));
  const isValid = Object.keys(errors).length === 0;
  return {
    ...counts,
    errors,
    priceNotice: errors.price ? undefined : farNotice(draft, counts.priceTicks, context, words),
    order: isValid && counts.lots ? signedFields(draft, context, counts) : undefined,
  };
}

type Counts = Pick<CheckedDraft, "lots" | "priceTicks" | "triggerTicks">;

export function lotsOf(text: string, scale: MarketScale, locale: Locale): bigint | undefined {
  return countTyped(text, lotGrid(scale, locale)).count;
}

export function ticksOf(text: string, scale: MarketScale, locale: Locale): bigint | undefined {
  return countTyped(text, tickGrid(scale, locale)).count;
}

/** The steps of a size in this market. */
export function lotGrid({ sizeDecimals, lotUnits }: MarketScale, locale: Locale): Grid {
  return { decimals: sizeDecimals, unit: lotUnits, locale };
}

/** The steps of a price in this market. */
export function tickGrid({ priceDecimals, tickUnits }: MarketScale, locale: Locale): Grid {
  return { decimals: priceDecimals, unit: tickUnits, locale };
}

/**
 * The text moved by steps, never below one step. An empty text starts from `fallback`; text that is not a number stays.
 */
export function stepText(text: string, step: Grid & { count: bigint; fallback: string }): string {
  const { decimals, unit, count, fallback, locale } = step;
  const read = readTyped(text, locale);
  if (read.state === "unreadable") return text;
  const units = unitsOf(read.state === "figure" ? read.text : fallback, decimals);
  const moved = (units / unit) * unit + unit * count;
  return typedText(formatFixed(moved > unit ? moved : unit, decimals), locale);
}

/** Drops digits beyond `decimals`: the result is a multiple of a step anyway. */
function unitsOf(figure: string, decimals: number): bigint {
  const point = figure.indexOf(".");
  const cut = point === -1 ? figure : figure.slice(0, point + 1 + decimals).replace(/\.$/, "");
  return parseDecimal(cut, decimals) ?? 0n;
}

function sizeError(
  draft: OrderDraft,
  { lots, priceTicks, triggerTicks }: Counts,
  context: DraftContext,
  words: Words,
): string | undefined {
  const { market, scale, markTicks, positionLots } = context;
  const { text, format } = words;
  const unread = amountProblem(draft, words) ?? figureProblem("size", draft.size, context, words);
  if (unread || lots === undefined) return unread;
  if (tooLarge(lots)) return text("sizeTooLarge");
  if (draft.reduceOnly) {
    const reducible = positionLots === undefined ? 0n : reducibleIn(draft, positionLots, context);
    return reducible > 0n && lots > reducible
      ? text("sizeOverPosition", { size: sizeWords(reducible, scale, words) })
      : undefined;
  }
  const ticks = priceTicks ?? triggerTicks ?? (draft.type === "MARKET" ? markTicks : undefined);
  if (ticks === undefined) return undefined;
  const needed = minimumLots(market, scale, ticks);
  if (lots >= needed) return undefined;
  return text("sizeUnderMinimum", {
    minimum: format.grouped(market.min_notional),
    asset: market.quote_asset.symbol,
    size: sizeWords(needed, scale, words),
  });
}

/** The fewest lots that the venue accepts at a price. */
export function minimumLots(market: Market, scale: MarketScale, ticks: bigint): bigint {
  const minimum = parseDecimal(market.min_notional, MONEY_DECIMALS) ?? 0n;
  const lotValue = ticks * scale.valueOfTickLot;
  const lots = lotValue > 0n ? (minimum + lotValue - 1n) / lotValue : 1n;
  return lots > 0n ? lots : 1n;
}

/** The error of a size that was typed in another unit than the base asset. */
function amountProblem({ amount, size }: OrderDraft, { text, format }: Words): string | undefined {
  if (amount.unit === "base" || size !== "") return undefined;
  const read = readTyped(amount.text, format.locale);
  if (read.state === "empty") return undefined;
  return text(read.state === "unreadable" ? read.problem : "amountGivesNoSize");
}

/** Why the text gives no lots or ticks; `undefined` when it does. */
function figureProblem(
  name: FigureName,
  typed: string,
  { market, scale }: Pick<DraftContext, "market" | "scale">,
  words: Words,
): string | undefined {
  const { locale } = words.format;
  const isSize = name === "size";
  const { problem } = countTyped(typed, isSize ? lotGrid(scale, locale) : tickGrid(scale, locale));
  const step = isSize ? market.base_lot_size : market.price_tick;
  return problem && countProblemText(name, problem, step, words);
}

/** Whether a size is too large to be meant. It is refused, and its cost is not shown. */
export function tooLarge(lots: bigint): boolean {
  return lots > MAX_LOTS;
}

/** A warning about a limit that is far from the mark on the side where it only rests. */
function farNotice(
  draft: OrderDraft,
  ticks: bigint | undefined,
  { markTicks }: DraftContext,
  { text, format }: Words,
): string | undefined {
  if (draft.type !== "LIMIT" || ticks === undefined || !markTicks) return undefined;
  const away = draft.side === "BUY" ? markTicks - ticks : ticks - markTicks;
  if (away * MILLION < markTicks * FAR_FROM_MARK) return undefined;
  const share = format.grouped(formatFixed(divideHalfUp(away * 1000n, markTicks), 1));
  return text(draft.side === "BUY" ? "priceFarBelow" : "priceFarAbove", { share });
}

function priceError(
  draft: OrderDraft,
  ticks: bigint | undefined,
  context: DraftContext,
  words: Words,
): string | undefined {
  const { market, scale, markTicks } = context;
  const { text } = words;
  const unread = figureProblem("price", draft.price, context, words);
  if (unread || ticks === undefined) return unread;
  if (markTicks !== undefined) {
    const edge = bandEdge(market, markTicks, draft.side);
    const limit = priceWords(edge, scale, words);
    if (draft.side === "BUY" && ticks > edge) return text("priceOverBand", { limit });
    if (draft.side === "SELL" && ticks < edge) return text("priceUnderBand", { limit });
  }
  return draft.postOnly && crosses(draft.side, ticks, context)
    ? text("pricePostOnlyCrosses")
    : undefined;
}

/** The venue refuses a trigger price that has been reached already. */
function triggerError(
  draft: OrderDraft,
  ticks: bigint | undefined,
  context: DraftContext,
  words: Words,
): string | undefined {
  const { scale } = context;
  const unread = figureProblem("trigger", draft.triggerPrice, context, words);
  if (unread || ticks === undefined) return unread;
  const onMark = draft.triggerSource === "MarkPrice";
  const now = onMark ? context.markTicks : context.lastTicks;
  if (now === undefined) return undefined;
  const rising = risesToTrigger(draft);
  if (rising ? ticks > now : ticks < now) return undefined;
  return words.text(rising ? "triggerMustBeAbove" : "triggerMustBeBelow", {
    source: words.text(onMark ? "sourceMark" : "sourceLast"),
    price: priceWords(now, scale, words),
  });
}

function termsError(draft: OrderDraft, context: DraftContext, { text }: Words): string | undefined {
  const { market, positionLots, openOrders } = context;
  if (market.status === "Halted") return text("marketHalted");
  if (market.status === "PostOnly" && !draft.postOnly) return text("marketPostOnly");
  if (market.status === "ReduceOnly" && !draft.reduceOnly) return text("marketReduceOnly");
  const mayRest = draft.timeInForce === "GTC" || isTrigger(draft.type);
  if (
    mayRest &&
    (openOrders.inMarket >= OPEN_ORDER_LIMITS.inMarket || openOrders.all >= OPEN_ORDER_LIMITS.all)
  ) {
    return text("tooManyOrders", { here: OPEN_ORDER_LIMITS.inMarket, all: OPEN_ORDER_LIMITS.all });
  }
  if (draft.reduceOnly && positionLots === undefined) return text("positionUnread");
  if (draft.reduceOnly && positionLots !== undefined) {
    const held = draft.side === "SELL" ? positionLots > 0n : positionLots < 0n;
    if (!held) return text(draft.side === "SELL" ? "noLongToReduce" : "noShortToReduce");
    if (reducibleIn(draft, positionLots, context) === 0n) return text("allIsBeingReduced");
  }
  const obstacle = timeInForceObstacle(draft, draft.timeInForce);
  return obstacle ? text(obstacle) : undefined;
}

function reducibleIn(draft: OrderDraft, positionLots: bigint, { resting }: DraftContext): bigint {
  const rests = draft.type === "LIMIT" && draft.timeInForce === "GTC";
  const held = { position: { size: positionLots, cost: 0n }, orders: resting };
  return reducibleLots({ side: draft.side, rests }, held);
}

function crosses(side: Side, ticks: bigint, context: DraftContext): boolean {
  const { bestAskTicks, bestBidTicks } = context;
  if (side === "BUY") return bestAskTicks !== undefined && ticks >= bestAskTicks;
  return bestBidTicks !== undefined && ticks <= bestBidTicks;
}

function signedFields(
  draft: OrderDraft,
  { market, scale }: DraftContext,
  { lots = 0n, priceTicks, triggerTicks }: Counts,
): PlaceOrderFields {
  const flags =
    (draft.postOnly ? ORDER_FLAG.POST_ONLY : 0) | (draft.reduceOnly ? ORDER_FLAG.REDUCE_ONLY : 0);
  const trigger = triggerTicks === undefined ? null : TRIGGER_SOURCE_CODE[draft.triggerSource];
  return {
    market: market.symbol,
    side: draft.side,
    size: lotsText(lots, scale),
    price: priceTicks === undefined ? null : ticksText(priceTicks, scale),
    order_type: draft.type,
    flags,
    time_in_force: draft.timeInForce,
    trigger_price: triggerTicks === undefined ? null : ticksText(triggerTicks, scale),
    trigger_source: trigger,
  };
}

/** A size as a decimal to sign. */
export function lotsText(lots: bigint, scale: MarketScale): Decimal {
  return formatDecimal(lots * scale.lotUnits, scale.sizeDecimals);
}

/** A price as a decimal to sign. */
export function ticksText(ticks: bigint, scale: MarketScale): Decimal {
  return formatDecimal(ticks * scale.tickUnits, scale.priceDecimals);
}
