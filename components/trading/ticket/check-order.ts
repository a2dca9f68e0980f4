/** Checks and previews a draft against account, market and book, without React. */

import {
  bandEdge,
  type Holdings,
  type Level,
  largestAffordable,
  type PlannedOrder,
  type Preview,
  type PreviewTerms,
  previewOrder,
  reducibleLots,
} from "#lib/protocol/orders/order-preview.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import { NO_ATTACHED } from "./attached-order.ts";
import { attachedObstacle } from "./attached-rules.ts";
import { isTrigger, type OrderDraft } from "./draft.ts";
import type { SizeTerms } from "./size.ts";
import type { Words } from "./ticket-text.ts";
import { checkDraft, type DraftContext, tooLarge } from "./validation.ts";

/** The arithmetic of attached orders, once it is loaded. */
type Attaching = typeof import("./attached.ts");

/** The account, the market and its book. */
export type OrderSituation = {
  holdings: Holdings;
  context: DraftContext;
  levels: Record<"asks" | "bids", readonly Level[]>;
};

/** The draft's errors, its preview, and its attached orders. */
export function checkOrder(
  draft: OrderDraft,
  { holdings, context, levels }: OrderSituation,
  words: Words,
  attaching: Attaching | undefined,
) {
  const { market, scale, markTicks } = context;
  const checked = checkDraft(draft, context, words);
  const side = { holdings, markTicks };
  if (markTicks === undefined) {
    const unknown = { preview: undefined, sizeTerms: undefined, edgeTicks: undefined };
    return { ...checked, ...side, ...unknown, largestLots: () => 0n, ...noneAttached(draft) };
  }
  const terms: PreviewTerms = {
    market,
    scale,
    markTicks,
    opposite: draft.side === "BUY" ? levels.asks : levels.bids,
  };
  const edgeTicks = bandEdge(market, markTicks, draft.side);
  const limitTicks = draft.type === "LIMIT" ? checked.priceTicks : edgeTicks;
  const { lots } = checked;
  const waits = isTrigger(draft.type);
  const preview =
    lots !== undefined && !tooLarge(lots) && limitTicks !== undefined && !waits
      ? previewOrder(planned(draft, lots, limitTicks), holdings, terms)
      : undefined;
  const largestLots = largestOf(draft, limitTicks ?? markTicks, {
    holdings,
    terms,
    context,
  });
  const held = draft.side === "BUY" ? holdings.position.size : -holdings.position.size;
  const sizeTerms: SizeTerms = {
    scale,
    markTicks,
    held,
    ticks: checked.priceTicks ?? checked.triggerTicks ?? markTicks,
    largest: largestLots,
    equity: holdings.accountValue,
  };
  const attachedResult = attachedTo(
    draft,
    { preview, lots },
    { terms, holdings, words, attaching },
  );
  return { ...checked, ...side, preview, largestLots, sizeTerms, edgeTicks, ...attachedResult };
}

function planned(draft: OrderDraft, lots: bigint, limitTicks: bigint): PlannedOrder {
  return {
    side: draft.side,
    lots,
    limitTicks,
    rests: draft.type === "LIMIT" && draft.timeInForce === "GTC",
    allOrNothing: draft.timeInForce === "FOK",
    reduceOnly: draft.reduceOnly,
  };
}

type Limits = { holdings: Holdings; terms: PreviewTerms; context: DraftContext };

function largestOf(draft: OrderDraft, limitTicks: bigint, limits: Limits): () => bigint {
  const { holdings, terms, context } = limits;
  let known: bigint | undefined;
  return () => {
    if (context.positionLots === undefined) return 0n;
    // The size is not known yet, so a fill-or-kill order is measured by what would fill. An order that waits for a
    // trigger needs its margin later; it is measured as if it traded now.
    const any = { ...planned(draft, 0n, limitTicks), allOrNothing: false };
    known ??= draft.reduceOnly
      ? reducibleLots(any, holdings)
      : largestAffordable(any, holdings, terms);
    return known;
  };
}

function isWanted({ takeProfit, stopLoss }: OrderDraft): boolean {
  return takeProfit.text.trim() !== "" || stopLoss.text.trim() !== "";
}

/**
 * Without an entry there are no attached orders. `undefined` blocks the order: it is never sent without its stop loss.
 */
function noneAttached(draft: OrderDraft) {
  const attachedOrders: PlaceOrderFields[] | undefined = isWanted(draft) ? undefined : [];
  const unknown = { entry: undefined, attachedObstacle: undefined };
  return { ...unknown, takeProfit: NO_ATTACHED, stopLoss: NO_ATTACHED, attachedOrders };
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
  const obstacle = attachedObstacle(draft, preview);
  const entry =
    preview && lots !== undefined && attaching
      ? attaching.entryOf(
          draft,
          { preview, held: holdings.position.size },
          { ...terms, feeDiscountPpm: holdings.feeDiscountPpm },
        )
      : undefined;
  if (obstacle !== undefined || !isWanted(draft) || entry === undefined || !attaching) {
    return { ...noneAttached(draft), entry, attachedObstacle: obstacle };
  }
  const takeProfit = attaching.checkAttached("takeProfit", draft.takeProfit, entry, words);
  const stopLoss = attaching.checkAttached("stopLoss", draft.stopLoss, entry, words);
  const isValid = takeProfit.error === undefined && stopLoss.error === undefined;
  const attachedOrders = isValid
    ? [
        ...(takeProfit.ticks
          ? [attaching.attachedFields("takeProfit", takeProfit.ticks, entry)]
          : []),
        ...(stopLoss.ticks ? [attaching.attachedFields("stopLoss", stopLoss.ticks, entry)] : []),
      ]
    : undefined;
  return { entry, attachedObstacle: obstacle, takeProfit, stopLoss, attachedOrders };
}
