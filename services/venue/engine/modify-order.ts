/**
 * `modify_order`: a resting LIMIT or a waiting trigger order gets a new price and a new total size under its old id. Whatever
 * refuses the change leaves the old order untouched. Priority stays only when the price does and the size does not grow.
 */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { readPrice, readSize } from "#lib/protocol/orders/counts.ts";
import { isTriggerType } from "#lib/protocol/orders/orders.ts";
import { minimumProblem, statusProblem, triggerProblem } from "#lib/protocol/orders/rules.ts";
import { openLoss } from "./account-margin.ts";
import { holdingOf } from "./accounts.ts";
import type { CommandOf, ModifyFields } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { fitChildren, isChild } from "./group-children.ts";
import type { Order } from "./market-state.ts";
import { changeChild, entryPriceProblem } from "./modify-child.ts";
import { type FillRow, type Outcome, refused } from "./outcome.ts";
import { admit, execute } from "./place-order.ts";
import { countOpen, takeFromResting, takeOffBook, touch, wait } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

export function modifyOrder(
  state: VenueState,
  { change, signed }: CommandOf<"modify_order">,
  events: EngineEvents,
): Outcome {
  const order = state.orders.get(Number(change.order_id));
  const own = order !== undefined && order.account.pubkey === signed.account;
  if (!own || order.market.listing.symbol !== change.market)
    return refused(refusal("ORDER_NOT_FOUND"));
  if (order.status === "CLOSED") return refused(refusal("ORDER_IS_CLOSED"));
  const problem = termsProblem(order, change) ?? statusProblem(order, order.market);
  if (problem !== undefined) return refused(problem);
  if (isChild(order)) {
    const refusal = changeChild(state, order, change, events);
    return refusal === undefined ? { kind: "order", order, fills: [] } : refused(refusal);
  }
  const draft = draftOf(order, change);
  if ("code" in draft) return refused(draft);
  const result = isTriggerType(order.type)
    ? changeTrigger(state, order, draft)
    : changeResting(state, order, draft, events);
  return "code" in result ? refused(result) : { kind: "order", order, fills: result };
}

/** The signed side and type must be the order's, so that the signer saw the order that changes. */
function termsProblem(order: Order, change: ModifyFields): Refusal | undefined {
  const wrong = (reason: string) => refusal("INVALID_ORDER_TERMS", { reason });
  if (change.side !== order.side) return wrong(`The order is a ${order.side}.`);
  if (change.order_type !== order.type) return wrong(`The order is of type ${order.type}.`);
  if (order.type === "LIMIT" && change.price === null) return wrong("A LIMIT order needs a price.");
  return undefined;
}

/** The order as it would be after the change. */
function draftOf(order: Order, change: ModifyFields): Order | Refusal {
  const { market } = order;
  const size = readSize(market, change.size);
  if (typeof size !== "number") return size;
  if (size <= order.filled) {
    const reason = "size is the new total; it must be more than what the order has filled";
    return refusal("INVALID_ORDER_TERMS", { reason: `${reason}.` });
  }
  const isTrigger = isTriggerType(order.type);
  const current = isTrigger ? order.triggerTicks : order.ticks;
  const ticks = change.price === null ? current : readPrice(market, change.price, "price");
  if (typeof ticks !== "number") return ticks;
  const text = change.price === null ? undefined : (change.price as Decimal);
  return {
    ...order,
    size,
    sizeText: change.size as Decimal,
    remaining: size - order.filled,
    ...(isTrigger
      ? { triggerTicks: ticks, triggerText: text ?? order.triggerText }
      : { ticks, priceText: text ?? order.priceText }),
  };
}

function changeTrigger(state: VenueState, order: Order, draft: Order): FillRow[] | Refusal {
  const problem = minimumProblem(draft, draft.market) ?? triggerProblem(draft, draft.market);
  if (problem !== undefined) return problem;
  takeOffBook(state, order);
  adopt(order, draft);
  wait(state, order);
  return [];
}

function changeResting(
  state: VenueState,
  order: Order,
  draft: Order,
  events: EngineEvents,
): FillRow[] | Refusal {
  const holding = holdingOf(order.account, order.market);
  if (draft.ticks === order.ticks && draft.remaining <= order.remaining) {
    const problem = minimumProblem(draft, draft.market);
    if (problem !== undefined) return problem;
    const less = order.remaining - draft.remaining;
    if (less > 0) takeFromResting(state, order, less);
    order.size = draft.size;
    order.sizeText = draft.sizeText;
    touch(state, order);
    return [];
  }
  const wrong = entryPriceProblem(order, draft);
  if (wrong !== undefined) return wrong;
  // Checked as if the old order were not there, on sums only: the book is not touched before the change is certain. The open
  // loss is summed while the sums and the orders agree.
  openLoss(holding);
  countOpen(holding, order, -order.remaining);
  const plan = admit(state, draft, holding);
  countOpen(holding, order, order.remaining);
  if ("code" in plan) return plan;
  takeOffBook(state, order);
  adopt(order, draft);
  const fills = execute(state, order, plan, events);
  if (order.group !== undefined) fitChildren(state, holding, events);
  return fills;
}

function adopt(order: Order, draft: Order): void {
  order.ticks = draft.ticks;
  order.triggerTicks = draft.triggerTicks;
  order.size = draft.size;
  order.sizeText = draft.sizeText;
  order.priceText = draft.priceText;
  order.triggerText = draft.triggerText;
  order.remaining = draft.remaining;
}
