"use client";

import { useMemo } from "react";
import { EventTime, Figure, SideName } from "#components/account/figures.tsx";
import { type Column, compareDecimals } from "#components/account/tables/columns.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { ChooseCell, OrderActions, PriceCell, SizeCell } from "./open-order-cells.tsx";
import { useTypeText } from "./order-text.tsx";

export function useOpenOrderColumns(): readonly Column<OrderRecord>[] {
  const names = useNameColumns();
  const figures = useFigureColumns();
  return useMemo(() => [...names, ...figures], [names, figures]);
}

/** When, where, which side, on what terms. */
function useNameColumns(): readonly Column<OrderRecord>[] {
  const text = useText("account");
  const typeText = useTypeText();
  return useMemo(
    (): readonly Column<OrderRecord>[] => [
      {
        id: "choose",
        name: text("choose"),
        hiddenName: true,
        width: 36,
        align: "start",
        cell: (order) => <ChooseCell order={order} />,
      },
      {
        id: "time",
        name: text("time"),
        width: 116,
        align: "start",
        cell: ({ created_at: at }) => <EventTime at={at} />,
        compare: (a, b) => a.created_at - b.created_at,
      },
      {
        id: "market",
        name: text("market"),
        width: 90,
        align: "start",
        cell: ({ market }) => <bdi>{market}</bdi>,
        compare: (a, b) => a.market.localeCompare(b.market),
      },
      {
        id: "side",
        name: text("side"),
        width: 56,
        align: "start",
        cell: ({ side }) => <SideName side={side} />,
      },
      {
        id: "type",
        name: text("type"),
        width: 250,
        align: "start",
        className: "text-ink-muted",
        cell: (order) => <span title={typeText(order)}>{typeText(order)}</span>,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the type's text follows from the language
    [text],
  );
}

function useFigureColumns(): readonly Column<OrderRecord>[] {
  const text = useText("account");
  const { grouped } = useFormat();
  return useMemo(
    (): readonly Column<OrderRecord>[] => [
      {
        id: "price",
        name: text("price"),
        width: 136,
        cell: (order) => <PriceCell order={order} />,
        compare: (a, b) => compareDecimals(a.trigger_price ?? a.price, b.trigger_price ?? b.price),
      },
      {
        id: "size",
        name: text("size"),
        width: 96,
        cell: (order) => <SizeCell order={order} />,
        compare: (a, b) => compareDecimals(a.size, b.size),
      },
      {
        id: "filled",
        name: text("filled"),
        width: 80,
        cell: ({ filled_size: size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "actions",
        name: text("actions"),
        hiddenName: true,
        width: 190,
        className: "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover",
        cell: (order) => <OrderActions order={order} />,
      },
    ],
    [text, grouped],
  );
}
