"use client";

import { useMemo } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { Column } from "#components/trading/tables/columns.ts";
import { Figure, SignedMoney } from "#components/trading/tables/figures.tsx";
import { Price } from "#components/trading/tables/price.tsx";
import type { FillRecord } from "#lib/protocol/wire/account.ts";
import { moneyOf, useCommonColumns } from "./common-columns.tsx";
import { CopyId } from "./copy-id.tsx";

export function useFillColumns(): readonly Column<FillRecord>[] {
  const text = useText("account");
  const { figure, grouped } = useFormat();
  const { time, market, side } = useCommonColumns();
  return useMemo(
    (): readonly Column<FillRecord>[] => [
      time,
      market,
      side,
      {
        id: "kind",
        name: text("type"),
        width: 110,
        align: "start",
        className: "text-ink-muted",
        cell: ({ trade_type: type, liquidity }) =>
          type === "FILL" ? text(liquidity) : text(`trade_${type}`),
      },
      {
        id: "price",
        name: text("price"),
        width: 92,
        cell: (row) => <Price market={row.market} price={row.price} />,
      },
      {
        id: "size",
        name: text("size"),
        width: 84,
        cell: ({ size }) => <Figure>{grouped(size)}</Figure>,
      },
      {
        id: "fee",
        name: text("fee"),
        width: 84,
        cell: ({ fee }) => <Figure>{figure(fee, 4)}</Figure>,
      },
      {
        id: "realized",
        name: text("realizedPnl"),
        width: 100,
        cell: ({ realized_pnl: pnl }) => <SignedMoney scaled={moneyOf(pnl)} />,
      },
      {
        id: "copy",
        name: text("copy"),
        hiddenName: true,
        width: 84,
        cell: ({ id, order_id: order }) => (
          <>
            <CopyId value={id.toString()} what={text("fillId", { id: id.toString() })} />
            {order === null ? null : (
              <CopyId kind="order" value={order} what={text("orderId", { id: order })} />
            )}
          </>
        ),
      },
    ],
    [text, figure, grouped, time, market, side],
  );
}
