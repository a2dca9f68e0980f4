/** Checks a draft by the venue's rules, with its errors in words and without React. */
import { refusalText } from "#components/data/errors/refusal-text.ts";
import { readTyped } from "#components/i18n/typed-number.ts";
import { divideHalfUp, formatFixed } from "#lib/protocol/decimal.ts";
import { RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type {
  CountedHolding,
  CountedMarket,
  CountedOrder,
  OrderRefusal,
} from "#lib/protocol/orders/counts.ts";
import { isReduceOnly, isTriggerType, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  placingProblem,
  priceProblem,
  reducibleLots,
  reductionProblem,
  statusProblem,
  termsProblem,
  triggerProblem,
} from "#lib/protocol/orders/rules.ts";
import {
  type Counts,
  countedDraft,
  type DraftContext,
  fieldsOf,
  holdingOf,
  marketOf,
} from "./count-draft.ts";
import type { OrderDraft } from "./draft.ts";
import { minimumLots } from "./size.ts";
import { figureError, formatSize, type Wording } from "./ticket-text.ts";
import { countTyped, type FigureName } from "./typed-figure.ts";

export type DraftField = FigureName | "terms";
export type DraftErrors = Partial<Record<DraftField, string>>;

/** The draft as integers where its text allows, and its errors. */
export type CheckedDraft = Counts & {
  errors: DraftErrors;
  /** A warning about an unusual price that the venue would accept. */
  priceNotice: string | undefined;
  /** The fields to sign, formatted once; present when there is no error. */
  order: PlaceOrderFields | undefined;
};

/** Parts per million of the mark. */
const FAR_FROM_MARK = 50_000n;

export function checkDraft(
  draft: OrderDraft,
  context: DraftContext,
  wording: Wording,
): CheckedDraft {
  const { market: listing, scale, positionLots } = context;
  const errors: DraftErrors = {};
  const note = (field: DraftField, error: string | undefined) => {
    if (error !== undefined) errors[field] ??= error;
  };
  const read = (name: FigureName, typed: string) => {
    const { count, problem } = countTyped(name, typed, { listing, scale }, wording.format.locale);
    note(name, figureError(name, problem, wording));
    return count;
  };
  note("size", unitProblem(draft, wording));
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
    note(FIELD[refusal.code] ?? "terms", orderRefusalText(refusal, order, market, wording));
  }
  if (draft.reduceOnly && positionLots === undefined) note("terms", wording.text("positionUnread"));
  if (draft.reduceOnly && positionLots !== undefined) {
    const most = reducibleLots(order, holding);
    const size = formatSize(BigInt(most), scale, wording);
    if (most > 0 && order.size > most) note("size", wording.text("sizeOverPosition", { size }));
  }
  return {
    ...counts,
    errors,
    priceNotice: errors.price ? undefined : farNotice(draft, counts.priceTicks, context, wording),
    order: Object.keys(errors).length === 0 ? fields : undefined,
  };
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
function orderRefusalText(
  refusal: OrderRefusal,
  { ticks, triggerTicks }: CountedOrder,
  { listing, scale, markTicks }: ReturnType<typeof marketOf>,
  wording: Wording,
): string {
  const sentence = refusalText(refusal, wording);
  if (refusal.code !== "MIN_NOTIONAL") return sentence;
  const least = minimumLots(listing, BigInt(ticks || triggerTicks || markTicks));
  return `${sentence} ${wording.text("sizeAtThisPrice", { size: formatSize(least, scale, wording) })}`;
}

/** The error of a size that was typed in another unit than the base asset. */
function unitProblem({ amount, size }: OrderDraft, { text, format }: Wording): string | undefined {
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
  { text, format }: Wording,
): string | undefined {
  if (ticks === undefined || !markTicks) return undefined;
  const away = draft.side === "BUY" ? markTicks - ticks : ticks - markTicks;
  if (away * RATIO_SCALE < markTicks * FAR_FROM_MARK) return undefined;
  const share = format.grouped(formatFixed(divideHalfUp(away * 1000n, markTicks), 1));
  return text(draft.side === "BUY" ? "priceFarBelow" : "priceFarAbove", { share });
}
