/** Checks and previews a draft against account, market and book, with messages in words and without React. */
import { refusalText } from "#components/data/errors/error-text.ts";
import { readTyped } from "#components/i18n/typed-number.ts";
import { divideHalfUp, formatFixed } from "#lib/protocol/decimal.ts";
import { TRIGGER_SOURCE_CODE } from "#lib/protocol/enumerations.ts";
import {
  lotsText,
  type MarketScale,
  RATIO_SCALE,
  ticksText,
} from "#lib/protocol/market/markets.ts";
import {
  bandEdge,
  type CountedHolding,
  type CountedMarket,
  type CountedOrder,
  countedHolding,
  countedMarket,
  minimumTickLots,
  type OrderRefusal,
} from "#lib/protocol/orders/counts.ts";
import {
  type AccountAfter,
  filledAtTrigger,
  type Holdings,
  type Level,
  largestAffordable,
  type OwnOrder,
  type Preview,
  type PreviewTerms,
  plannedOrder,
  previewOrder,
} from "#lib/protocol/orders/order-preview.ts";
import {
  isReduceOnly,
  isTriggerType,
  NO_TRIGGER,
  type PlaceOrderFields,
  triggerAt,
} from "#lib/protocol/orders/orders.ts";
import {
  placingProblem,
  priceProblem,
  reducibleLots,
  reductionProblem,
  statusProblem,
  termsProblem,
  triggerProblem,
  unknownHolding,
} from "#lib/protocol/orders/rules.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { Attached, Entry } from "./attached.ts";
import { flagsOf, type OrderDraft } from "./draft.ts";
import type { SizeTerms } from "./size.ts";
import { figureError, sizeWords, type Words } from "./ticket-text.ts";
import { countTyped, type FigureName } from "./typed-figure.ts";

/** Market and account in ticks and lots. */
export type DraftContext = {
  market: Market;
  scale: MarketScale;
  markTicks: bigint | undefined;
  /** The last trade; `undefined` before the first. */
  lastTicks: bigint | undefined;
  bestBidTicks: bigint | undefined;
  bestAskTicks: bigint | undefined;
  /** How far from the mark a market order may trade, in parts per million; without it, as far as the venue allows. */
  boundPpm?: bigint | undefined;
  /** Signed; 0 without a position, `undefined` while it has not been read. */
  positionLots: bigint | undefined;
  /** The account's own orders in this market's book. */
  resting: readonly OwnOrder[];
  /** All open orders of the account, including those that wait for a trigger. */
  openOrders: { inMarket: number; all: number };
};

export type DraftField = FigureName | "terms";
export type DraftErrors = Partial<Record<DraftField, string>>;

/** The figures of a draft as counts; `undefined` while a text is none, or is not asked for. */
type Counts = {
  lots: bigint | undefined;
  /** The price of a limit order. */
  priceTicks: bigint | undefined;
  /** The trigger price of an order that waits for one. */
  triggerTicks: bigint | undefined;
};

/** The draft as integers where its text allows, and its errors. */
export type CheckedDraft = Counts & {
  errors: DraftErrors;
  /** A warning about an unusual price that the venue would accept. */
  priceNotice: string | undefined;
  /** Present when there is no error: the fields to sign, formatted once. */
  order: PlaceOrderFields | undefined;
};

/** The account, the market and its book. */
export type OrderSituation = {
  holdings: Holdings;
  context: DraftContext;
  levels: Record<"asks" | "bids", readonly Level[]>;
};

/** Why an order can have no attached orders; each has a message of its name. */
export type AttachedObstacle =
  | "attachedTrigger"
  | "attachedReduceOnly"
  | "attachedNoPosition"
  | "attachedCloses";

/** A checked draft with its preview and its attached orders. */
export type CheckedOrder = CheckedDraft & {
  holdings: Holdings;
  markTicks: bigint | undefined;
  bestBidTicks: bigint | undefined;
  bestAskTicks: bigint | undefined;
  preview: Preview | undefined;
  /** The account once an order that waits has filled at its trigger. */
  triggered: AccountAfter | undefined;
  /** The most lots that the account can trade on this side; for reduce only, the size of the position. */
  largestLots: () => bigint;
  /** Converts figures in other units to lots; `undefined` before the first mark. */
  sizeTerms: SizeTerms | undefined;
  /** The worst price of a market order, or of a trigger order if it triggered now. */
  edgeTicks: bigint | undefined;
  entry: Entry | undefined;
  attachedObstacle: AttachedObstacle | undefined;
  takeProfit: Attached;
  stopLoss: Attached;
  /** The attached orders; `undefined` when one of them is wrong. */
  attachedOrders: PlaceOrderFields[] | undefined;
};

/** The arithmetic of attached orders, once it is loaded. */
type Attaching = typeof import("./attached.ts");

/** Parts per million of the mark. */
const FAR_FROM_MARK = 50_000n;

export function checkDraft(draft: OrderDraft, context: DraftContext, words: Words): CheckedDraft {
  const { market: listing, scale, positionLots } = context;
  const errors: DraftErrors = {};
  const note = (field: DraftField, error: string | undefined) => {
    if (error !== undefined) errors[field] ??= error;
  };
  const read = (name: FigureName, typed: string) => {
    const { count, problem } = countTyped(name, typed, { listing, scale }, words.format.locale);
    note(name, figureError(name, problem, words));
    return count;
  };
  note("size", amountProblem(draft, words));
  const counts: Counts = {
    lots: read("size", draft.size),
    priceTicks: draft.type === "LIMIT" ? read("price", draft.price) : undefined,
    triggerTicks: isTriggerType(draft.type) ? read("trigger", draft.triggerPrice) : undefined,
  };
  const order = countedDraft(draft, counts);
  const market = marketOf(context);
  const holding = holdingOf(order, context);
  const fields = Object.keys(errors).length === 0 ? fieldsOf(draft, context, counts) : undefined;
  for (const refusal of refusalsOf(order, market, holding, fields)) {
    note(FIELD[refusal.code] ?? "terms", refusalWords(refusal, order, market, words));
  }
  if (draft.reduceOnly && positionLots === undefined) note("terms", words.text("positionUnread"));
  if (draft.reduceOnly && positionLots !== undefined) {
    const most = reducibleLots(order, holding);
    const size = sizeWords(BigInt(most), scale, words);
    if (most > 0 && order.size > most) note("size", words.text("sizeOverPosition", { size }));
  }
  return {
    ...counts,
    errors,
    priceNotice: errors.price ? undefined : farNotice(draft, counts.priceTicks, context, words),
    order: Object.keys(errors).length === 0 ? fields : undefined,
  };
}

function countedDraft(draft: OrderDraft, { lots, priceTicks, triggerTicks }: Counts): CountedOrder {
  const { side, type, timeInForce } = draft;
  const size = Number(lots ?? 0n);
  return {
    side,
    type,
    timeInForce,
    flags: flagsOf(draft),
    size,
    remaining: size,
    ticks: Number(priceTicks ?? 0n),
    triggerTicks: Number(triggerTicks ?? 0n),
    triggerSource: isTriggerType(type) ? TRIGGER_SOURCE_CODE[draft.triggerSource] : null,
  };
}

/** An old mark is not an error of the draft: it locks the button (submit-order.tsx). */
function marketOf({ market, markTicks, lastTicks, bestBidTicks, bestAskTicks }: DraftContext) {
  const prices = { markTicks, lastTicks, bidTicks: bestBidTicks, askTicks: bestAskTicks };
  return countedMarket(market, { ...prices, markTime: 0 });
}

function holdingOf(
  order: CountedOrder,
  { positionLots, resting, openOrders }: DraftContext,
): CountedHolding {
  if (positionLots === undefined) return unknownHolding(order);
  return countedHolding(positionLots, resting, openOrders);
}

/** The rules that the order breaks. `fields`: `undefined` while a figure is missing, and what needs it is not checked. */
function refusalsOf(
  order: CountedOrder,
  market: CountedMarket,
  holding: CountedHolding,
  fields: PlaceOrderFields | undefined,
): OrderRefusal[] {
  const whole = (fields && termsProblem(fields)) ?? statusProblem(order, market);
  if (whole !== undefined) return [whole];
  const problems = [
    fields && placingProblem(order, market, holding, market.markTime),
    priceProblem(order, market),
    order.triggerTicks === 0 ? undefined : triggerProblem(order, market),
    isReduceOnly(order) ? reductionProblem(order, market, holding) : undefined,
  ];
  return problems.filter((one) => one !== undefined);
}

/** Where a refusal is shown; the others are of the terms. */
const FIELD: Partial<Record<OrderRefusal["code"], DraftField>> = {
  MIN_NOTIONAL: "size",
  PRICE_BAND: "price",
  POST_ONLY_WOULD_CROSS: "price",
  INVALID_TRIGGER_PRICE: "trigger",
};

/** The sentence of a refusal; a size that is too small is followed by the smallest at this price. */
function refusalWords(
  refusal: OrderRefusal,
  { ticks, triggerTicks }: CountedOrder,
  { listing, scale, markTicks }: ReturnType<typeof marketOf>,
  words: Words,
): string {
  const sentence = refusalText(refusal, words);
  if (refusal.code !== "MIN_NOTIONAL") return sentence;
  const least = minimumLots(listing, BigInt(ticks || triggerTicks || markTicks));
  return `${sentence} ${words.text("sizeAtThisPrice", { size: sizeWords(least, scale, words) })}`;
}

/** The fewest lots that the venue accepts at a price. */
export function minimumLots(market: Market, ticks: bigint): bigint {
  const tickLots = BigInt(minimumTickLots(market));
  const lots = ticks > 0n ? (tickLots + ticks - 1n) / ticks : 1n;
  return lots > 0n ? lots : 1n;
}

/** The error of a size that was typed in another unit than the base asset. */
function amountProblem({ amount, size }: OrderDraft, { text, format }: Words): string | undefined {
  if (amount.unit === "base" || size !== "") return undefined;
  const read = readTyped(amount.text, format.locale);
  if (read.state === "empty") return undefined;
  return text(read.state === "unreadable" ? read.problem : "amountGivesNoSize");
}

/** A warning about a limit that is far from the mark on the side where it only rests. */
function farNotice(
  draft: OrderDraft,
  ticks: bigint | undefined,
  { markTicks }: DraftContext,
  { text, format }: Words,
): string | undefined {
  if (ticks === undefined || !markTicks) return undefined;
  const away = draft.side === "BUY" ? markTicks - ticks : ticks - markTicks;
  if (away * RATIO_SCALE < markTicks * FAR_FROM_MARK) return undefined;
  const share = format.grouped(formatFixed(divideHalfUp(away * 1000n, markTicks), 1));
  return text(draft.side === "BUY" ? "priceFarBelow" : "priceFarAbove", { share });
}

/** The worst price of a market order by its owner's bound, which is within the venue's; `undefined` without one. */
function worstTicks(
  { type, side }: OrderDraft,
  { market, markTicks, boundPpm }: DraftContext,
): bigint | undefined {
  if (type !== "MARKET" || boundPpm === undefined || markTicks === undefined) return undefined;
  if (boundPpm >= BigInt(market.price_band_ratio)) return undefined;
  return bandEdge({ price_band_ratio: Number(boundPpm) }, markTicks, side);
}

function fieldsOf(
  draft: OrderDraft,
  context: DraftContext,
  { lots = 0n, priceTicks, triggerTicks }: Counts,
): PlaceOrderFields {
  const { market, scale } = context;
  const worst = worstTicks(draft, context);
  // The venue's market orders have no price, so a bound makes it a limit order that never rests.
  if (worst !== undefined) {
    return {
      market: market.symbol,
      side: draft.side,
      size: lotsText(lots, scale),
      price: ticksText(worst, scale),
      order_type: "LIMIT",
      flags: flagsOf(draft),
      time_in_force: draft.timeInForce === "FOK" ? "FOK" : "IOC",
      ...NO_TRIGGER,
    };
  }
  return {
    market: market.symbol,
    side: draft.side,
    size: lotsText(lots, scale),
    price: priceTicks === undefined ? null : ticksText(priceTicks, scale),
    order_type: draft.type,
    flags: flagsOf(draft),
    time_in_force: draft.timeInForce,
    ...(triggerTicks === undefined
      ? NO_TRIGGER
      : triggerAt(ticksText(triggerTicks, scale), draft.triggerSource)),
  };
}

/** The draft's errors, its preview, and its attached orders. */
export function checkOrder(
  draft: OrderDraft,
  { holdings, context, levels }: OrderSituation,
  words: Words,
  attaching: Attaching | undefined,
): CheckedOrder {
  const { market, scale, markTicks, bestBidTicks, bestAskTicks } = context;
  const checked = checkDraft(draft, context, words);
  const side = { holdings, markTicks, bestBidTicks, bestAskTicks };
  if (markTicks === undefined) {
    const unknown = {
      preview: undefined,
      triggered: undefined,
      sizeTerms: undefined,
      edgeTicks: undefined,
    };
    return { ...checked, ...side, ...unknown, largestLots: () => 0n, ...noneAttached(draft) };
  }
  const opposite = draft.side === "BUY" ? levels.asks : levels.bids;
  const terms: PreviewTerms = { market, scale, markTicks, opposite };
  const edgeTicks = worstTicks(draft, context) ?? bandEdge(market, markTicks, draft.side);
  const limitTicks = draft.type === "LIMIT" ? checked.priceTicks : edgeTicks;
  const { lots } = checked;
  const order = countedDraft(draft, checked);
  const preview =
    lots !== undefined && limitTicks !== undefined && !isTriggerType(draft.type)
      ? previewOrder(plannedOrder(order, lots, limitTicks), holdings, terms)
      : undefined;
  const triggered =
    lots !== undefined && checked.triggerTicks !== undefined
      ? filledAtTrigger(
          { side: draft.side, lots, reduceOnly: draft.reduceOnly },
          checked.triggerTicks,
          holdings,
          terms,
        )
      : undefined;
  const largestLots = largestOf(order, limitTicks ?? markTicks, { holdings, terms, context });
  const held = draft.side === "BUY" ? holdings.position.size : -holdings.position.size;
  const sizeTerms: SizeTerms = {
    scale,
    markTicks,
    held,
    ticks: checked.priceTicks ?? checked.triggerTicks ?? markTicks,
    largest: largestLots,
    equity: holdings.accountValue,
  };
  const attached = attachedTo(draft, { preview, lots }, { terms, holdings, words, attaching });
  return {
    ...checked,
    ...side,
    preview,
    triggered,
    largestLots,
    sizeTerms,
    edgeTicks,
    ...attached,
  };
}

type Limits = { holdings: Holdings; terms: PreviewTerms; context: DraftContext };

function largestOf(order: CountedOrder, limitTicks: bigint, limits: Limits): () => bigint {
  const { holdings, terms, context } = limits;
  let known: bigint | undefined;
  return () => {
    if (context.positionLots === undefined) return 0n;
    // The size is not known yet, so a fill-or-kill order is measured by what would fill. An order that waits for a
    // trigger needs its margin later; it is measured as if it traded now.
    const any = { ...plannedOrder(order, 0n, limitTicks), allOrNothing: false };
    known ??= any.reduceOnly
      ? BigInt(Math.max(0, reducibleLots(order, holdingOf(order, context))))
      : largestAffordable(any, holdings, terms);
    return known;
  };
}

function isWanted({ takeProfit, stopLoss }: OrderDraft): boolean {
  return takeProfit.text.trim() !== "" || stopLoss.text.trim() !== "";
}

/** Why the venue would refuse a take profit or stop loss right after this order; `undefined` when it would not. */
function obstacleTo(draft: OrderDraft, preview: Preview | undefined): AttachedObstacle | undefined {
  if (isTriggerType(draft.type)) return "attachedTrigger";
  if (draft.reduceOnly) return "attachedReduceOnly";
  if (preview === undefined) return undefined;
  const { size } = preview.after.position;
  const held = draft.side === "BUY" ? size : -size;
  if (held > 0n) return undefined;
  return preview.filledLots > 0n || held < 0n ? "attachedCloses" : "attachedNoPosition";
}

/**
 * Without an entry there are no attached orders. `undefined` blocks the order: it is never sent without its stop loss.
 */
function noneAttached(draft: OrderDraft) {
  const attachedOrders: PlaceOrderFields[] | undefined = isWanted(draft) ? undefined : [];
  return {
    entry: undefined,
    attachedObstacle: undefined,
    takeProfit: {},
    stopLoss: {},
    attachedOrders,
  };
}

type AttachingTerms = {
  terms: PreviewTerms;
  holdings: Holdings;
  words: Words;
  attaching: Attaching | undefined;
};

function attachedTo(
  draft: OrderDraft,
  { preview, lots }: { preview: Preview | undefined; lots: bigint | undefined },
  { terms, holdings, words, attaching }: AttachingTerms,
) {
  const attachedObstacle = obstacleTo(draft, preview);
  const entry =
    preview && lots !== undefined && attaching
      ? attaching.entryOf(
          draft,
          { preview, held: holdings.position.size },
          { ...terms, feeDiscountPpm: holdings.feeDiscountPpm },
        )
      : undefined;
  if (attachedObstacle !== undefined || !isWanted(draft) || entry === undefined || !attaching) {
    return { ...noneAttached(draft), entry, attachedObstacle };
  }
  const takeProfit = attaching.checkAttached("takeProfit", draft.takeProfit, entry, words);
  const stopLoss = attaching.checkAttached("stopLoss", draft.stopLoss, entry, words);
  const isWrong = takeProfit.error !== undefined || stopLoss.error !== undefined;
  const orders = [
    takeProfit.ticks && attaching.attachedFields("takeProfit", takeProfit.ticks, entry),
    stopLoss.ticks && attaching.attachedFields("stopLoss", stopLoss.ticks, entry),
  ].filter((order) => typeof order === "object");
  const attachedOrders = isWrong ? undefined : orders;
  return { entry, attachedObstacle, takeProfit, stopLoss, attachedOrders };
}
