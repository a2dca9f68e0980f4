/** Previews a checked draft against account, market and book, with its attached orders and without React. */
import { bandEdge, type CountedOrder } from "#lib/protocol/orders/counts.ts";
import {
  type AccountAfter,
  filledAtTrigger,
  type Holdings,
  largestAffordable,
  type Preview,
  type PreviewTerms,
  previewOrder,
} from "#lib/protocol/orders/order-preview.ts";
import { isTriggerType, type PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { type Level, plannedOrder } from "#lib/protocol/orders/plan-fills.ts";
import { reducibleLots } from "#lib/protocol/orders/rules.ts";
import { countedDraft, type DraftContext, holdingOf, worstTicks } from "./count-draft.ts";
import type { OrderDraft } from "./draft.ts";
import { type CheckedDraft, checkDraft } from "./draft-errors.ts";
import type { SizeTerms } from "./size.ts";
import type { Wording } from "./ticket-text.ts";
import type { Attached, Entry } from "./tp-sl.ts";

/** The account, the market and its book. */
export type OrderSituation = {
  holdings: Holdings;
  context: DraftContext;
  levels: Record<"asks" | "bids", readonly Level[]>;
};

/** Why an order can have no attached orders; each has a message of its name. */
export type AttachedObstacle = "attachedTrigger" | "attachedReduceOnly" | "attachedCloses";

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
type Attaching = typeof import("./tp-sl.ts");

/** The draft's errors, its preview, and its attached orders. */
export function checkOrder(
  draft: OrderDraft,
  { holdings, context, levels }: OrderSituation,
  wording: Wording,
  attaching: Attaching | undefined,
): CheckedOrder {
  const { market, scale, markTicks, bestBidTicks, bestAskTicks } = context;
  const checked = checkDraft(draft, context, wording);
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
  const planned = { preview, lots, limitTicks: checked.priceTicks };
  const attached = attachedTo(draft, planned, { terms, holdings, wording, attaching });
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
    // An order that waits for a trigger needs its margin later; it is measured as if it traded now.
    const any = plannedOrder(order, 0n, limitTicks);
    known ??= any.reduceOnly
      ? BigInt(Math.max(0, reducibleLots(order, holdingOf(order, context))))
      : largestAffordable(any, holdings, terms);
    return known;
  };
}

function isWanted({ takeProfit, stopLoss }: OrderDraft): boolean {
  return takeProfit.text.trim() !== "" || stopLoss.text.trim() !== "";
}

/**
 * Why a take profit or stop loss cannot go with this order; `undefined` when it can. At the venue it waits for what the order
 * fills, so the order must open a position.
 */
function obstacleTo(
  { type, reduceOnly, side }: OrderDraft,
  preview: Preview | undefined,
  position: bigint,
): AttachedObstacle | undefined {
  if (isTriggerType(type)) return "attachedTrigger";
  if (reduceOnly) return "attachedReduceOnly";
  if (preview === undefined) return undefined;
  const towards = (size: bigint) => (side === "BUY" ? size : -size);
  const [before, left] = [towards(position), towards(preview.after.position.size)];
  return before < 0n && left + preview.restLots <= 0n ? "attachedCloses" : undefined;
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
  wording: Wording;
  attaching: Attaching | undefined;
};

type PlannedDraft = {
  preview: Preview | undefined;
  lots: bigint | undefined;
  /** Undefined for an order without a price. */
  limitTicks: bigint | undefined;
};

function attachedTo(
  draft: OrderDraft,
  { preview, lots, limitTicks }: PlannedDraft,
  { terms, holdings, wording, attaching }: AttachingTerms,
) {
  const attachedObstacle = obstacleTo(draft, preview, holdings.position.size);
  const entry =
    preview && lots !== undefined && attaching
      ? attaching.entryOf(
          draft,
          { preview, held: holdings.position.size },
          { ...terms, feeDiscountPpm: holdings.feeDiscountPpm, limitTicks },
        )
      : undefined;
  if (attachedObstacle !== undefined || !isWanted(draft) || entry === undefined || !attaching) {
    return { ...noneAttached(draft), entry, attachedObstacle };
  }
  const takeProfit = attaching.checkAttached("takeProfit", draft.takeProfit, entry, wording);
  const stopLoss = attaching.checkAttached("stopLoss", draft.stopLoss, entry, wording);
  const isWrong = takeProfit.error !== undefined || stopLoss.error !== undefined;
  const orders = [
    takeProfit.ticks && attaching.attachedFields("takeProfit", takeProfit.ticks, entry),
    stopLoss.ticks && attaching.attachedFields("stopLoss", stopLoss.ticks, entry),
  ].filter((order) => typeof order === "object");
  const attachedOrders = isWrong ? undefined : orders;
  return { entry, attachedObstacle, takeProfit, stopLoss, attachedOrders };
}
