/**
 * `place_order_group`: an entry with the orders that protect what it fills, or orders that protect a position. The group is
 * accepted whole or refused whole.
 */
import { type Refusal, refusal } from "#lib/kernel/errors/errors.ts";
import type { CountedOrder } from "#lib/protocol/orders/counts.ts";
import { childPriceProblem, childSizeProblem, groupProblem } from "#lib/protocol/orders/groups.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import {
  countedOrder,
  openOrdersProblem,
  placingProblem,
  statusProblem,
  triggerProblem,
} from "#lib/protocol/orders/rules.ts";
import { accountOf, holdingOf } from "./accounts.ts";
import { cancelOpen } from "./cancel-open.ts";
import { clientIdsProblem } from "./client-ids.ts";
import type { CommandOf } from "./commands.ts";
import type { EngineEvents } from "./events.ts";
import { fitChildren } from "./group-children.ts";
import type { Holding, MarketState, Order, OrderGroup } from "./market-state.ts";
import { type FillRow, type Outcome, refused } from "./outcome.ts";
import { carried, execute, newOrder, register } from "./place-order.ts";
import { close, sleep } from "./resting-orders.ts";
import type { VenueState } from "./venue-state.ts";

type GroupCommand = CommandOf<"place_order_group">;

export function placeGroup(
  state: VenueState,
  command: GroupCommand,
  events: EngineEvents,
): Outcome {
  const problem = groupProblem(command);
  if (problem !== undefined) return refused(problem);
  const symbol = command.orders[0]?.market ?? "";
  const market = state.markets.get(symbol);
  if (market === undefined) return refused(refusal("MARKET_NOT_FOUND", { market: symbol }));
  const holding = holdingOf(accountOf(state, command.signed.account), market);
  const orders = readOrders(state, command, holding);
  if ("code" in orders) return refused(orders);
  const place = command.grouping === "ENTRY" ? placeEntry : placeProtection;
  return place(state, holding, orders, events);
}

/** Each order of the command by its own terms. */
function readOrders(
  state: VenueState,
  { signed, orders, clientIds, grouping }: GroupCommand,
  holding: Holding,
): Order[] | Refusal {
  const read: Order[] = [];
  const { account, market } = holding;
  const taken = clientIdsProblem(state, account, clientIds);
  if (taken !== undefined) return taken;
  for (const [index, order] of orders.entries()) {
    const counts =
      grouping === "ENTRY" ? countedOrder(order, market) : countedProtection(order, holding);
    if ("code" in counts) return counts;
    const placement = { signed, order, clientId: clientIds[index] ?? null };
    read.push(newOrder(state, placement, holding, counts));
  }
  return read;
}

/** An order that follows the position has its size. */
function countedProtection(
  order: PlaceOrderFields,
  { market, size }: Holding,
): CountedOrder | Refusal {
  const symbol = market.listing.symbol;
  if (size === 0) return refusal("NO_POSITION", { market: symbol });
  const side = size > 0 ? "SELL" : "BUY";
  if (order.side !== side) return refusal("GROUP_SIDE", { side });
  const counts = countedOrder({ ...order, size: market.listing.base_lot_size }, market);
  return "code" in counts ? counts : { ...counts, size: Math.abs(size), remaining: Math.abs(size) };
}

function placeEntry(
  state: VenueState,
  holding: Holding,
  orders: readonly Order[],
  events: EngineEvents,
): Outcome {
  const [entry, ...children] = orders as [Order, ...Order[]];
  const problem =
    placingProblem(entry, holding.market, holding, state.time) ??
    openOrdersProblem(orders.length, holding) ??
    childrenProblem(children, entry, holding.market);
  if (problem !== undefined) return refused(problem);
  const plan = carried(entry, holding);
  if ("code" in plan) return refused(plan);
  for (const order of orders) register(state, order);
  const group = groupOf(orders, entry);
  for (const child of children) sleep(state, child);
  let fills: FillRow[] = [];
  if (entry.timeInForce === "FOK" && plan.filled < entry.size) {
    close(state, entry, "FOK_NOT_FILLABLE", events);
  } else {
    fills = execute(state, entry, plan, events);
  }
  fitChildren(state, holding, events);
  return { kind: "group", group, fills };
}

function childrenProblem(
  children: readonly Order[],
  entry: Order,
  market: MarketState,
): Refusal | undefined {
  for (const [index, child] of children.entries()) {
    const where = { market, number: index + 2 };
    const problem =
      statusProblem(child, market) ??
      childSizeProblem(child, entry) ??
      childPriceProblem(child, entry, where);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A new order takes the place of the one of its type. */
function placeProtection(
  state: VenueState,
  holding: Holding,
  orders: readonly Order[],
  events: EngineEvents,
): Outcome {
  const { market } = holding;
  const types = orders.map(({ type }) => type);
  const replaced = [...holding.untriggered].filter(
    ({ group, type }) => group?.grouping === "POSITION" && types.includes(type),
  );
  for (const order of orders) {
    const problem = statusProblem(order, market) ?? triggerProblem(order, market);
    if (problem !== undefined) return refused(problem);
  }
  const problem = openOrdersProblem(orders.length - replaced.length, holding);
  if (problem !== undefined) return refused(problem);
  for (const order of replaced) cancelOpen(state, order, "REPLACED", events);
  for (const order of orders) register(state, order);
  const group = groupOf(orders, undefined);
  for (const order of orders) {
    order.sizeText = null;
    sleep(state, order);
  }
  fitChildren(state, holding, events);
  return { kind: "group", group, fills: [] };
}

function groupOf(orders: readonly Order[], entry: Order | undefined): OrderGroup {
  const children = orders.filter((order) => order !== entry);
  const grouping = entry === undefined ? "POSITION" : "ENTRY";
  const group = { id: orders[0]?.id ?? 0, grouping, entry, children } as const;
  for (const order of orders) order.group = group;
  return group;
}
