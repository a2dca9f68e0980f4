"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { type Column, compareDecimals } from "#components/trading/tables/columns.ts";
import { EventTime, Figure, SideName } from "#components/trading/tables/figures.tsx";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { CompactActions, FilledOfSize, MarketAndSide, TypeOrState } from "./compact-cells.tsx";
import { ChooseCell, OrderActions, PriceCell, SizeCell } from "./open-order-cells.tsx";
import { useTypeText } from "./order-text.tsx";

/** So wide are all columns, and a bar that scrolls them. */
export const WIDE_PX = 1_066;

type Columns = readonly Column<OrderRecord>[];

/** Compact: which order it is, its price and its size come first, so that nothing of it is under the buttons. */
export function useOpenOrderColumns(compact: boolean): Columns {
  const names = useNameColumns();
  const figures = useFigureColumns();
  const short = useCompactColumns();
  return useMemo(() => {
    if (!compact) return [...names, ...figures];
    const [choose, time] = names;
    const [price] = figures;
    return [
      choose,
      short.name,
      price && { ...price, width: 148 },
      short.size,
      short.type,
      time,
      short.actions,
    ].filter((column) => column !== undefined);
  }, [compact, names, figures, short]);
}

const STICKY = "sticky end-0 bg-surface group-hover/row:bg-hover group-focus/row:bg-hover";

function useCompactColumns() {
  const text = useText("account");
  return useMemo(() => {
    const name: Column<OrderRecord> = {
      id: "market",
      name: text("market"),
      width: 140,
      align: "start",
      cell: (order) => <MarketAndSide order={order} />,
      compare: (a, b) => a.market.localeCompare(b.market),
    };
    const size: Column<OrderRecord> = {
      id: "size",
      name: `${text("filled")} / ${text("size")}`,
      width: 120,
      cell: (order) => <FilledOfSize order={order} />,
      compare: (a, b) => compareDecimals(a.size, b.size),
    };
    const type: Column<OrderRecord> = {
      id: "type",
      name: text("type"),
      width: 92,
      align: "start",
      className: "text-ink-muted",
      cell: (order) => <TypeOrState order={order} />,
    };
    const actions: Column<OrderRecord> = {
      id: "actions",
      name: text("actions"),
      hiddenName: true,
      width: 84,
      className: STICKY,
      cell: (order) => <CompactActions order={order} />,
    };
    return { name, size, type, actions };
  }, [text]);
}

/** When, where, which side, on what terms. */
function useNameColumns(): Columns {
  const text = useText("account");
  const typeText = useTypeText();
  return useMemo(
    (): Columns => [
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

function useFigureColumns(): Columns {
  const text = useText("account");
  const { grouped } = useFormat();
  return useMemo(
    (): Columns => [
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
        className: STICKY,
        cell: (order) => <OrderActions order={order} />,
      },
    ],
    [text, grouped],
  );
}
