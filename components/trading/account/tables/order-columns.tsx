"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { OrderPrice, OrderType, useEndText } from "#components/trading/open-orders/order-text.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { EventTime, Figure } from "#components/trading/tables/figures.tsx";
import { AveragePrice } from "#components/trading/tables/price.tsx";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { useCommonColumns } from "./common-columns.tsx";
import { CopyId } from "./copy-id.tsx";

export function useOrderColumns(): readonly Column<OrderRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
  const endText = useEndText();
  const { time, market, side } = useCommonColumns();
  return useMemo(
    (): readonly Column<OrderRecord>[] => [
      // The venue lists orders by the time of placing.
      { ...time, name: text("placed"), width: 128 },
      market,
      side,
      {
        id: "type",
        name: text("type"),
        width: 148,
        align: "start",
        mayCut: true,
        className: "text-ink-muted",
        cell: (order) => <OrderType order={order} />,
      },
      {
        id: "price",
        name: text("price"),
        width: 130,
        cell: (order) => <OrderPrice order={order} />,
      },
      {
        id: "size",
        name: text("size"),
        width: 72,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "filled",
        name: text("filled"),
        width: 72,
        cell: ({ filled_size: size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "average",
        name: text("averageFill"),
        width: 82,
        cell: (order) => <AveragePrice market={order.market} price={order.avg_fill_price} />,
      },
      ...endColumns(text, endText),
      {
        id: "copy",
        name: text("copy"),
        hiddenName: true,
        width: 72,
        cell: ({ id, digest }) => (
          <>
            <CopyId value={id} what={text("orderId", { id })} />
            {digest === "" ? null : (
              <CopyId kind="digest" value={digest} what={text("digestOf", { id })} />
            )}
          </>
        ),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the texts depend on the language only
    [text, grouped, time, market, side],
  );
}

/** How an order ended, and when. */
function endColumns(
  text: FeatureText<"account">,
  endText: (order: OrderRecord) => string,
): Column<OrderRecord>[] {
  return [
    {
      id: "status",
      name: text("status"),
      width: 134,
      align: "start",
      mayCut: true,
      className: "text-ink-muted",
      cell: (order) => <span title={endText(order)}>{endText(order)}</span>,
    },
    {
      id: "ended",
      name: text("ended"),
      width: 122,
      align: "start",
      cell: ({ status, last_updated_at: at }) =>
        status === "CLOSED" ? <EventTime at={at} /> : "—",
    },
  ];
}
