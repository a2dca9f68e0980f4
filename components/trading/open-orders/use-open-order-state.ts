"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useCommands } from "#components/frame/commands/registry.ts";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { useMarketList } from "#components/trading/account-state/use-market-list.ts";
import { useCancelOrder, useModifyOrder } from "#components/trading/writes/use-orders.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { useEditing } from "./edit-order.tsx";
import type { OpenOrderActs } from "./open-order-context.ts";
import { changeOf } from "./order-change.ts";

/** What is chosen, changed and cancelled among the open orders. */
export function useOpenOrderState(rows: readonly OrderRecord[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<OrderRecord>();
  const editing = useEditing();
  const cancel = useCancelOrder();
  const send = useSendChange(editing, rows);
  const choose = useCallback((id: string, isChosen: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const acts = useMemo(
    (): OpenOrderActs => ({
      editing,
      send,
      chosen,
      choose,
      cancel: (order) => void cancel(order),
    }),
    [editing, send, chosen, choose, cancel],
  );
  useRowCommands(
    rows.find(({ id }) => id === focused?.id),
    { cancel: (order) => void cancel(order, { review: false }), edit: editing.begin },
  );
  // An order that is gone is not chosen any more.
  const chosenOrders = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const clear = (ids: readonly string[]) =>
    setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))));
  return { acts, chosenOrders, setFocused, clear };
}

/** Sends what was typed over an order as it stands now; one that is gone takes its change with it. */
function useSendChange(
  editing: ReturnType<typeof useEditing>,
  rows: readonly OrderRecord[],
): () => boolean {
  const modify = useModifyOrder();
  const markets = useMarketList();
  const locale = useLocale();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  return useCallback(() => {
    const order = latest.current.find(({ id }) => id === editing.id);
    if (order === undefined || editing.terms === undefined) return false;
    const market = markets?.find(({ symbol }) => symbol === order.market);
    const change = changeOf(order, editing.terms, market, locale);
    if (change === undefined) {
      editing.ask();
      return false;
    }
    editing.leave();
    if (Object.keys(change).length > 0) void modify(order, change);
    return true;
  }, [editing, modify, markets, locale]);
}

type RowActs = { cancel: (order: OrderRecord) => void; edit: (order: OrderRecord) => void };

/** Keys of the row that has the focus. */
function useRowCommands(order: OrderRecord | undefined, acts: RowActs): void {
  const text = useText("account");
  useCommands(
    order === undefined
      ? []
      : [
          {
            id: "order.cancel-focused",
            section: "order",
            title: text("cancelFocused", { id: order.id, order: orderSummary(order) }),
            keys: "Delete",
            arms: true,
            run: () => acts.cancel(order),
          },
          {
            id: "order.change-focused",
            section: "order",
            title: text("changeFocused", { id: order.id, order: orderSummary(order) }),
            keys: "F2",
            run: () => acts.edit(order),
          },
        ],
  );
}
