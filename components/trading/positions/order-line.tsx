"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Figure, firesRising, SideName } from "#components/trading/tables/figures.tsx";
import { ORDER_FLAG } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";

/** One order as it will be sent: side, size, market, price, and what it may and may not do. */
export function OrderLine({ order }: { order: PlaceOrderFields }) {
  const text = useText("account");
  const { grouped } = useFormat();
  const { price, trigger_price: trigger } = order;
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5 rounded border bg-raised px-2.5 py-1.5 text-xs">
      <SideName side={order.side} />
      <Figure className="font-semibold">{grouped(order.size)}</Figure>
      <bdi>{order.market}</bdi>
      {trigger === null ? null : (
        <span>
          {text("onceMark")}{" "}
          <Figure>{`${firesRising(order) ? "≥" : "≤"} ${grouped(trigger)}`}</Figure>
        </span>
      )}
      <span>{price === null ? text("atMarket") : text("atPrice", { price: grouped(price) })}</span>
      <span className="text-2xs text-ink-muted">
        {order.flags & ORDER_FLAG.REDUCE_ONLY ? text("canOnlyReduce") : text("mayOpen")}
      </span>
    </p>
  );
}
