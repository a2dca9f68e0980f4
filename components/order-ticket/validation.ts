/** The ticket's draft against the market's rules, in words, before anything is signed. */
import { divideHalfUp, grouped } from "#components/format.ts";
import { type Decimal, formatDecimal, formatFixed, parseDecimal } from "#lib/protocol/decimal.ts";
import { type Market, type MarketScale, MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import { ORDER_FLAG, type Side, type TimeInForce } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { readTyped } from "./typed-figure.ts";

export type TicketType = "LIMIT" | "MARKET";

/** What the fields of the ticket hold; size and price are text as typed. */
export type OrderDraft = {
  side: Side;
  type: TicketType;
  size: string;
  price: string;
  timeInForce: TimeInForce;
  postOnly: boolean;
  reduceOnly: boolean;
};

/** What the market looks like now, in ticks and lots. Unknown parts are not judged. */
export type DraftSurroundings = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint | undefined;
  bestBidTicks: bigint | undefined;
  bestAskTicks: bigint | undefined;
  /** Signed; 0 without a position, `undefined` while it has not been read. */
  positionLots: bigint | undefined;
};

export type DraftErrors = { size?: string; price?: string; terms?: string };

/** The draft as integers where its text allows, and what is wrong with it. */
export type CheckedDraft = {
  errors: DraftErrors;
  /** Worth a second look, but nothing that the venue refuses. */
  priceNotice: string | undefined;
  lots: bigint | undefined;
  /** Undefined for a market order, and while the price is no price. */
  priceTicks: bigint | undefined;
  /** Present when nothing is wrong: the fields to sign, with size and price formatted once. */
  order: PlaceOrderFields | undefined;
};

const MILLION = 1_000_000n;
/** In parts per million of the mark. */
const FAR_FROM_MARK = 50_000n;
/** Far beyond the supply of any asset; more is a slip of the keyboard. */
const MOST_LOTS = 1n << 40n;

export function checkDraft(draft: OrderDraft, around: DraftSurroundings): CheckedDraft {
  const { scale } = around;
  const lots = multipleOf(draft.size, scale.sizeDecimals, scale.lotUnits);
  const limit = draft.type === "LIMIT";
  const priceTicks = limit
    ? multipleOf(draft.price, scale.priceDecimals, scale.tickUnits)
    : undefined;
  const errors: DraftErrors = {};
  const size = sizeError(draft, lots, priceTicks, around);
  if (size) errors.size = size;
  const price = limit ? priceError(draft, priceTicks, around) : undefined;
  if (price) errors.price = price;
  const terms = termsError(draft, around);
  if (terms) errors.terms = terms;
  const complete = !size && !price && !terms && lots && (!limit || priceTicks);
  return {
    errors,
    priceNotice: price ? undefined : farNotice(draft, priceTicks, around),
    lots,
    priceTicks,
    order: complete ? signedFields(draft, around, lots, priceTicks) : undefined,
  };
}

/** Which times in force go with the draft; the others are disabled, with the reason. */
export function timeInForceObstacle(draft: OrderDraft, value: TimeInForce): string | undefined {
  if (draft.type === "MARKET" && value === "GTC") return "A market order can not rest in the book.";
  if (draft.postOnly && value !== "GTC") return "A post-only order rests: it must be GTC.";
  return undefined;
}

/** Why post only can not be chosen; `undefined` when it can. */
export function postOnlyObstacle(draft: OrderDraft): string | undefined {
  if (draft.type === "MARKET") return "A market order trades at once.";
  if (draft.timeInForce !== "GTC") return "Post only goes with GTC.";
  return undefined;
}

/** The draft with this change, and everything put right that the change has made illegal. */
export function changeDraft(draft: OrderDraft, change: Partial<OrderDraft>): OrderDraft {
  const next = { ...draft, ...change };
  if (next.type === "MARKET") {
    next.postOnly = false;
    if (next.timeInForce === "GTC") next.timeInForce = "IOC";
  }
  if (change.type === "LIMIT" && draft.type === "MARKET") next.timeInForce = "GTC";
  if (next.timeInForce !== "GTC") next.postOnly = false;
  return next;
}

/** The text one or more steps away, never below one step. No text starts from `fallback`; text that is no figure stays. */
export function stepText(
  text: string,
  step: { decimals: number; unit: bigint; count: bigint; fallback: string },
): string {
  const { decimals, unit, count, fallback } = step;
  const read = readTyped(text);
  if (read.state === "unreadable") return text;
  const units = unitsOf(read.state === "figure" ? read.text : fallback, decimals);
  const moved = (units / unit) * unit + unit * count;
  return formatFixed(moved > unit ? moved : unit, decimals);
}

/** Digits beyond `decimals` do not count: a step goes to a multiple anyway. */
function unitsOf(figure: string, decimals: number): bigint {
  const point = figure.indexOf(".");
  const cut = point === -1 ? figure : figure.slice(0, point + 1 + decimals).replace(/\.$/, "");
  return parseDecimal(cut, decimals) ?? 0n;
}

function multipleOf(text: string, decimals: number, unit: bigint): bigint | undefined {
  const read = readTyped(text);
  const units = read.state === "figure" ? parseDecimal(read.text, decimals) : undefined;
  return units === undefined || units === 0n || units % unit !== 0n ? undefined : units / unit;
}

function sizeError(
  draft: OrderDraft,
  lots: bigint | undefined,
  priceTicks: bigint | undefined,
  { market, scale, markTicks, positionLots }: DraftSurroundings,
): string | undefined {
  const unread = figureProblem("size", draft.size, lots, market.base_lot_size);
  if (unread || lots === undefined) return unread;
  if (tooLarge(lots)) return "That is more than any order here can be.";
  if (positionLots !== undefined && draft.reduceOnly) {
    const reducible = draft.side === "SELL" ? positionLots : -positionLots;
    if (reducible > 0n && lots > reducible)
      return `The position is only ${lotsText(reducible, scale)}.`;
  }
  if (draft.reduceOnly) return undefined;
  const ticks = draft.type === "LIMIT" ? priceTicks : markTicks;
  const minimum = parseDecimal(market.min_notional, MONEY_DECIMALS) ?? 0n;
  if (ticks === undefined || ticks * lots * scale.valueOfTickLot >= minimum) return undefined;
  const needed = (minimum + ticks * scale.valueOfTickLot - 1n) / (ticks * scale.valueOfTickLot);
  return `Worth less than the minimum of ${market.min_notional} ${market.quote_asset.symbol}. At this price: ${lotsText(needed, scale)} or more.`;
}

/** Why the text gives no count of lots or ticks; `undefined` when it gives one. */
function figureProblem(
  name: "size" | "price",
  text: string,
  count: bigint | undefined,
  step: string,
): string | undefined {
  const read = readTyped(text);
  if (read.state === "empty") return `Enter a ${name}.`;
  if (read.state === "unreadable") return read.problem;
  if (count !== undefined) return undefined;
  return /[1-9]/.test(read.text)
    ? `The ${name} must be a multiple of ${step}.`
    : `The ${name} must be above zero.`;
}

/** More than an order can sensibly be: it is refused here, and what it would cost is not shown. */
export function tooLarge(lots: bigint): boolean {
  return lots > MOST_LOTS;
}

/** A word on a limit that is far from the mark on the side where it only rests: a slip of the keyboard, perhaps. */
function farNotice(
  draft: OrderDraft,
  ticks: bigint | undefined,
  { markTicks }: DraftSurroundings,
): string | undefined {
  if (draft.type !== "LIMIT" || ticks === undefined || !markTicks) return undefined;
  const away = draft.side === "BUY" ? markTicks - ticks : ticks - markTicks;
  if (away * MILLION < markTicks * FAR_FROM_MARK) return undefined;
  const word = draft.side === "BUY" ? "below" : "above";
  const share = formatFixed(divideHalfUp(away * 1000n, markTicks), 1);
  return `${grouped(share)} % ${word} the mark: it rests until the price comes there.`;
}

function priceError(
  draft: OrderDraft,
  ticks: bigint | undefined,
  around: DraftSurroundings,
): string | undefined {
  const { market, scale, markTicks } = around;
  const unread = figureProblem("price", draft.price, ticks, market.price_tick);
  if (unread || ticks === undefined) return unread;
  if (markTicks !== undefined) {
    const edge = bandEdge(market, markTicks, draft.side);
    const beyond = draft.side === "BUY" ? ticks > edge : ticks < edge;
    const word = draft.side === "BUY" ? "above" : "below";
    if (beyond) return `Too far ${word} the mark: ${ticksText(edge, scale)} is the limit.`;
  }
  if (draft.postOnly && crosses(draft.side, ticks, around)) {
    return "Post only, but at this price it would trade at once.";
  }
  return undefined;
}

function termsError(draft: OrderDraft, { positionLots }: DraftSurroundings): string | undefined {
  if (draft.reduceOnly && positionLots === undefined) return "Your position is still being read.";
  if (draft.reduceOnly && positionLots !== undefined) {
    const reducible = draft.side === "SELL" ? positionLots > 0n : positionLots < 0n;
    const held = draft.side === "SELL" ? "long" : "short";
    if (!reducible) return `Reduce only: there is no ${held} position to reduce.`;
  }
  return timeInForceObstacle(draft, draft.timeInForce);
}

/** The worst price at which this side may be priced, rounded inwards, as the venue counts it. */
export function bandEdge(market: Market, markTicks: bigint, side: Side): bigint {
  const band = BigInt(market.price_band_ratio);
  if (side === "BUY") return (markTicks * (MILLION + band)) / MILLION;
  return (markTicks * (MILLION - band) + MILLION - 1n) / MILLION;
}

function crosses(side: Side, ticks: bigint, around: DraftSurroundings): boolean {
  const { bestAskTicks, bestBidTicks } = around;
  if (side === "BUY") return bestAskTicks !== undefined && ticks >= bestAskTicks;
  return bestBidTicks !== undefined && ticks <= bestBidTicks;
}

function signedFields(
  draft: OrderDraft,
  { market, scale }: DraftSurroundings,
  lots: bigint,
  priceTicks: bigint | undefined,
): PlaceOrderFields {
  const flags =
    (draft.postOnly ? ORDER_FLAG.POST_ONLY : 0) | (draft.reduceOnly ? ORDER_FLAG.REDUCE_ONLY : 0);
  return {
    market: market.symbol,
    side: draft.side,
    size: lotsText(lots, scale),
    price:
      priceTicks === undefined
        ? null
        : formatDecimal(priceTicks * scale.tickUnits, scale.priceDecimals),
    order_type: draft.type,
    flags,
    time_in_force: draft.timeInForce,
    trigger_price: null,
    trigger_source: null,
  };
}

export function lotsText(lots: bigint, scale: MarketScale): Decimal {
  return formatDecimal(lots * scale.lotUnits, scale.sizeDecimals);
}

function ticksText(ticks: bigint, scale: MarketScale): string {
  return grouped(formatFixed(ticks * scale.tickUnits, scale.priceDecimals));
}
