/** `modify_order` for the orders of a group: a child's new trigger price and size, and an entry that must stay on its side of them. */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { readPrice, readSize } from "#lib/protocol/orders/counts.ts";
import { childPriceProblem, childSizeProblem } from "#lib/protocol/orders/groups.ts";
import { triggerProblem } from "#lib/protocol/orders/rules.ts";
import { holdingOf } from "./accounts.ts";
import type { ModifyFields } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { type Child, fitChildren, siblingFilled } from "./group-children.ts";
import type { Order } from "./market-state.ts";
import { touch, watchPrice } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

/** @returns why the change is refused; the order is then as before. */
export function changeChild(
  state: VenueState,
  child: Child,
  change: ModifyFields,
  events: EngineEvents,
): Refusal | undefined {
  const { market } = child;
  const size = newSize(child, change.size);
  if (typeof size !== "number") return size;
  const triggerTicks =
    change.price === null ? child.triggerTicks : readPrice(market, change.price, "price");
  if (typeof triggerTicks !== "number") return triggerTicks;
  const problem = priceProblem(child, triggerTicks);
  if (problem !== undefined) return problem;
  if (child.group.entry !== undefined) {
    child.size = size;
    child.sizeText = change.size as Decimal;
  }
  if (change.price !== null) child.triggerText = change.price as Decimal;
  if (child.status === "UNTRIGGERED") market.triggers.remove(child);
  child.triggerTicks = triggerTicks;
  if (child.status === "UNTRIGGERED") watchPrice(state, child);
  else touch(state, child);
  fitChildren(state, holdingOf(child.account, market), events);
  return undefined;
}

/** The size of an order that follows the position is not given. */
function newSize(child: Child, text: string): number | Refusal {
  const { entry } = child.group;
  if (entry === undefined) {
    const reason = "The order follows the position: leave its size empty.";
    return text === "" ? child.size : refusal("GROUP_SIZE", { reason });
  }
  const size = readSize(child.market, text);
  if (typeof size !== "number") return size;
  if (size <= siblingFilled(child)) {
    const reason = "The other order of the group has closed as much already.";
    return refusal("GROUP_SIZE", { reason });
  }
  return childSizeProblem({ size }, entry) ?? size;
}

/** Before anything has filled, the price is compared with the entry's; from then on with the price that the trigger watches. */
function priceProblem(child: Child, triggerTicks: number): Refusal | undefined {
  const { market, group } = child;
  const draft = { ...child, triggerTicks };
  if (child.status === "UNTRIGGERED" || group.entry === undefined) {
    return triggerProblem(draft, market);
  }
  return childPriceProblem(draft, group.entry, { market, number: numberOf(child) });
}

/** Why the entry may not move to this price: one of its sleeping children would fire as soon as it fills. */
export function entryPriceProblem(entry: Order, draft: Order): Refusal | undefined {
  for (const child of entry.group?.children ?? []) {
    if (child.status !== "WAITING") continue;
    const where = { market: entry.market, number: numberOf(child as Child) };
    const problem = childPriceProblem(child, draft, where);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The order's place in its group, from 1. */
function numberOf(child: Child): number {
  const first = child.group.entry === undefined ? 1 : 2;
  return first + child.group.children.indexOf(child);
}
