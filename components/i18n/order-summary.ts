/** Orders and changes of orders in a few words, for messages and rows. In the browser only. */

import type { OrderType } from "#lib/protocol/enumerations.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { clientFormat, clientText } from "./client-text.ts";

/** The fields that an order and a proposed order share. */
export type Summarised = Pick<OrderRecord, "side" | "market" | "order_type"> & {
  size: string;
  price: string | null;
  trigger_price?: string | null;
};

/** `Buy 0.01 BTCUSDC at 64,000.0`. */
export function orderSummary(order: Summarised): string {
  const text = clientText("orders");
  const { grouped } = clientFormat();
  const { market, size } = order;
  const named = { market, size: grouped(size) };
  const isBuy = order.side === "BUY";
  const trigger = order.trigger_price ?? null;
  if (trigger !== null) {
    const kind = isTakeProfit(order.order_type)
      ? isBuy
        ? "takeProfitBuy"
        : "takeProfitSell"
      : isBuy
        ? "stopLossBuy"
        : "stopLossSell";
    return text(kind, { ...named, price: grouped(trigger) });
  }
  if (order.price === null) return text(isBuy ? "buyAtMarket" : "sellAtMarket", named);
  return text(isBuy ? "buyAtPrice" : "sellAtPrice", { ...named, price: grouped(order.price) });
}

/** `Change to 63,000.0: buy …`. */
export function changeSummary(
  order: Summarised,
  change: { size?: string; price?: string },
): string {
  const text = clientText("orders");
  const { grouped } = clientFormat();
  const named = { order: orderSummary(order) };
  const size = grouped(change.size ?? order.size);
  if (change.price === undefined) return text("changeSize", { ...named, size });
  const price = grouped(change.price);
  return change.size === undefined
    ? text("changePrice", { ...named, price })
    : text("changeBoth", { ...named, size, price });
}

/** A proposal by what it does: `Close position: sell …`, `Change to 61,000: buy …`, `Cancel: buy …`. */
export function proposalSummary({
  action = "place",
  order,
  target,
}: Pick<StagedOrder, "action" | "order" | "target">): string {
  const text = clientText("orders");
  if (action === "close") return text("closeOf", { order: orderSummary(order) });
  if (target == null) return orderSummary(order);
  const { size, price, trigger_price } = target;
  const before = { ...order, size, price, trigger_price };
  if (action === "cancel") return text("cancelOf", { order: orderSummary(before) });
  const own = order.trigger_price ?? order.price;
  const change = {
    ...(order.size === size ? {} : { size: order.size }),
    ...(own === null || own === (trigger_price ?? price) ? {} : { price: own }),
  };
  return changeSummary(before, change);
}

function isTakeProfit(type: OrderType): boolean {
  return type === "TAKE_PROFIT_MARKET";
}
