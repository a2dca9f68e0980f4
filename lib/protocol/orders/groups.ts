/**
 * The rules of a group of orders (`place_order_group`) that the request alone decides. The venue refuses by them; the ticket and
 * staging check the same before anything is signed.
 */
import { type Grouping, ORDER_FLAG, type Side } from "#lib/protocol/enumerations.ts";
import type { MarketScale } from "#lib/protocol/market/markets.ts";
import { ticksText } from "#lib/protocol/market/markets.ts";
import type { CountedOrder, OrderRefusal } from "./counts.ts";
import {
  firesRising,
  isReduceOnly,
  isTriggerType,
  type PlaceOrderBody,
  type PlaceOrderFields,
  placeOrderFields,
} from "./orders.ts";

/**
 * `ENTRY`: the first order is the entry; one or two children protect what it fills, each at most its own size.
 * `POSITION`: one or two orders whose size is that of the position at any time; their `size` is the empty text.
 */
export type OrderGroupFields = { grouping: Grouping; orders: readonly PlaceOrderFields[] };

/** The JSON body of `POST /v1/orders/group`. An order that follows the position has no size. */
export type OrderGroupBody = { grouping: Grouping; orders: readonly GroupOrderBody[] };
export type GroupOrderBody = Omit<PlaceOrderBody, "size"> & { size?: string };

/** The signed fields of an order of a group. */
export function groupOrderFields(body: GroupOrderBody): PlaceOrderFields {
  return placeOrderFields({ ...body, size: body.size ?? "" });
}

const CHILDREN = { least: 1, most: 2 } as const;

/** The side of an order that closes what this side opens. */
export function closingSide(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

/** The first rule that the orders of a group break together; each order's own terms are checked on their own. */
export function groupProblem({ grouping, orders }: OrderGroupFields): OrderRefusal | undefined {
  const entry = grouping === "ENTRY" ? orders[0] : undefined;
  const children = entry === undefined ? orders : orders.slice(1);
  if (children.length < CHILDREN.least || children.length > CHILDREN.most) {
    return { code: "GROUP_COUNT", context: { grouping } };
  }
  return (
    (entry && entryProblem(entry)) ??
    childrenProblem(children, entry) ??
    (new Set(orders.map(({ market }) => market)).size > 1
      ? { code: "GROUP_MARKET", context: {} }
      : undefined)
  );
}

function entryProblem({ order_type: type, flags }: PlaceOrderFields): OrderRefusal | undefined {
  if (isTriggerType(type)) {
    return { code: "GROUP_TYPE", context: { number: 1, allowed: "LIMIT or MARKET" } };
  }
  return isReduceOnly({ flags }) ? { code: "GROUP_FLAGS", context: { number: 1 } } : undefined;
}

function childrenProblem(
  children: readonly PlaceOrderFields[],
  entry: PlaceOrderFields | undefined,
): OrderRefusal | undefined {
  const side = entry === undefined ? children[0]?.side : closingSide(entry.side);
  for (const [index, child] of children.entries()) {
    const number = index + (entry === undefined ? 1 : 2);
    const { order_type: type } = child;
    if (!isTriggerType(type)) {
      const allowed = "TAKE_PROFIT_MARKET or STOP_LOSS_MARKET";
      return { code: "GROUP_TYPE", context: { number, allowed } };
    }
    if (child.flags !== ORDER_FLAG.REDUCE_ONLY) return { code: "GROUP_FLAGS", context: { number } };
    if (side !== undefined && child.side !== side) return { code: "GROUP_SIDE", context: { side } };
    if ((child.size === "") !== (entry === undefined)) {
      const reason =
        entry === undefined
          ? "An order of a group POSITION has no size of its own: it follows the position."
          : `Order ${number} of the group needs a size.`;
      return { code: "GROUP_SIZE", context: { reason } };
    }
  }
  const [first, second] = children;
  return first !== undefined && first.order_type === second?.order_type
    ? { code: "GROUP_DUPLICATED_TYPE", context: { type: first.order_type } }
    : undefined;
}

/** A child that could close more than its entry can open. */
export function childSizeProblem(
  child: Pick<CountedOrder, "size">,
  entry: Pick<CountedOrder, "size">,
): OrderRefusal | undefined {
  if (child.size <= entry.size) return undefined;
  const reason = "An order that protects an entry cannot be larger than the entry.";
  return { code: "GROUP_SIZE", context: { reason } };
}

/**
 * A child whose trigger price lies on the wrong side of where the entry fills: at its own price, or at the mark when the mark is
 * better. It would fire at once. @param number place of the child in the group, from 1
 */
export function childPriceProblem(
  child: Pick<CountedOrder, "side" | "type" | "triggerTicks">,
  entry: Pick<CountedOrder, "side" | "ticks">,
  { market, number }: { market: { markTicks: number; scale: MarketScale }; number: number },
): OrderRefusal | undefined {
  const { markTicks, scale } = market;
  const better = entry.side === "BUY" ? Math.min : Math.max;
  const fills = entry.ticks === 0 ? markTicks : better(entry.ticks, markTicks);
  const rising = firesRising(child.type, child.side);
  if (rising ? child.triggerTicks > fills : child.triggerTicks < fills) return undefined;
  const where = rising ? "above" : "below";
  const reason = `it must lie ${where} the entry, ${ticksText(BigInt(fills), scale)}`;
  return { code: "GROUP_PRICE", context: { number, reason } };
}
