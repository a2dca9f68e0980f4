"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useCommands } from "#components/frame/commands/command-registry.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { orderSummary } from "#components/i18n/order-summary.ts";
import { useOpenOrders } from "#components/trading/account-reads/use-account.ts";
import { useMarketList } from "#components/trading/account-reads/use-market-list.ts";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useIsWide } from "#components/trading/positions/use-is-wide.ts";
import { useCanSign } from "#components/trading/readiness/readiness.ts";
import { Card } from "#components/trading/tables/card.tsx";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { EventTime, Figure, SideName } from "#components/trading/tables/figures.tsx";
import { FilterBar } from "#components/trading/tables/filter-bar.tsx";
import { useMarketFilter } from "#components/trading/tables/market-filter.ts";
import { MarketName } from "#components/trading/tables/market-name.tsx";
import { TableFrame } from "#components/trading/tables/table-frame.tsx";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { isFocusInSight } from "#components/trading/tables/use-row-window.ts";
import {
  type Outcome,
  useCancelAllOrders,
  useCancelOrder,
  useCancelOrders,
  useModifyOrder,
  useWrites,
  type Write,
} from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { giveFocusBack, withAncestors } from "#components/ui/dialog.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { useEditing } from "./edit-order.tsx";
import { OrderActions, PriceCell, SizeCell } from "./open-order-cells.tsx";
import { useOpenOrderColumns, WIDE_PX } from "./open-order-columns.tsx";
import { type OpenOrderActs, OpenOrderContext } from "./open-order-context.ts";
import { changeOf } from "./order-change.ts";
import { useTypeText } from "./order-text.tsx";
import { isOwnRow, WriteLine, WriteRows, writeOf, writeTone } from "./write-rows.tsx";

/** Open orders, below the writes that have no answer yet. */
export function OpenOrdersTable() {
  const text = useText("account");
  const orders = useOpenOrders();
  const filter = useMarketFilter();
  const narrow = useNarrow();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => orders.data?.filter(({ market, side }) => filter.shows(market, side)),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter depends on these only
    [orders.data, filter.all, filter.side],
  );
  const state = useOpenOrderState(rows ?? []);
  const own = useWrites().filter((write) => isOwnRow(write) && !dismissed.has(write.digest));
  const dismiss = (digest: string) => setDismissed((before) => new Set([...before, digest]));
  const lead = { writes: own, dismissed, onDismiss: dismiss };
  const tools = (
    <FilterBar filter={filter} sides>
      <CancelMany
        rows={rows ?? []}
        allMarkets={filter.all}
        chosen={state.chosenOrders}
        onDone={state.clear}
      />
    </FilterBar>
  );
  return (
    <OpenOrderContext value={state.acts}>
      <TableFrame tools={orders.data?.length ? tools : undefined}>
        <TableState
          query={{ ...orders, data: rows }}
          empty={text(filter.all ? "noOpenOrders" : "noOpenOrdersHere")}
          hasMore={own.length > 0}
        >
          {(shown) =>
            narrow ? (
              <Cards rows={shown} {...lead} />
            ) : (
              <Rows rows={shown} onFocusRow={state.setFocused} {...lead} />
            )
          }
        </TableState>
      </TableFrame>
    </OpenOrderContext>
  );
}

type LeadProps = {
  writes: readonly Write[];
  dismissed: ReadonlySet<string>;
  onDismiss: (digest: string) => void;
};

type RowsProps = LeadProps & {
  rows: readonly OrderRecord[];
  onFocusRow: (order: OrderRecord | undefined) => void;
};

function Rows({ rows, onFocusRow, ...lead }: RowsProps) {
  const text = useText("account");
  const { box, wide } = useIsWide(WIDE_PX, rows.length.toString());
  const columns = useOpenOrderColumns(!wide);
  const all = useWrites();
  return (
    <div ref={box} className="h-full">
      <DataTable
        label={text("openOrders")}
        columns={columns}
        rows={rows}
        rowKey={idOf}
        rowClass={(order) => {
          const write = writeOf(all, order.id);
          return write === undefined ? undefined : writeTone(write);
        }}
        onFocusRow={onFocusRow}
        rowKeys="Delete F2"
        lead={<WriteRows {...lead} columns={columns.length} />}
        leadCount={lead.writes.length}
      />
    </div>
  );
}

function idOf({ id }: OrderRecord): string {
  return id;
}

function Cards({ rows, writes, onDismiss }: LeadProps & { rows: readonly OrderRecord[] }) {
  const text = useText("account");
  const { grouped } = useFormat();
  const typeText = useTypeText();
  const all = useWrites();
  return (
    <ul aria-label={text("openOrders")}>
      {writes.map((write) => (
        <li key={write.digest} className={`border-b px-3 py-2.5 text-xs ${writeTone(write)}`}>
          <WriteLine write={write} onDismiss={onDismiss} />
        </li>
      ))}
      {rows.map((order) => {
        const write = writeOf(all, order.id);
        return (
          <Card
            key={order.id}
            title={
              <>
                <MarketName market={order.market} /> <SideName side={order.side} />
              </>
            }
            action={<OrderActions order={order} />}
            className={write && writeTone(write)}
            figures={[
              { name: text("price"), value: <PriceCell order={order} /> },
              { name: text("size"), value: <SizeCell order={order} /> },
              { name: text("filled"), value: <Figure>{grouped(order.filled_size)}</Figure> },
              { name: text("type"), value: typeText(order) },
              { name: text("time"), value: <EventTime at={order.created_at} /> },
            ]}
          />
        );
      })}
    </ul>
  );
}

/** The venue's limit for one signature. */
const MAX_BATCH = 100;

type CancelManyProps = {
  rows: readonly OrderRecord[];
  /** Whether the table shows every market, so that "all" means all of them. */
  allMarkets: boolean;
  chosen: readonly OrderRecord[];
  /** Called with the cancelled orders. */
  onDone: (ids: readonly string[]) => void;
};

/** Cancels the chosen orders, all of this market, or all, under one signature. */
function CancelMany({ rows, allMarkets, chosen, onDone }: CancelManyProps) {
  const text = useText("account");
  const { symbol } = useMarket();
  const canSign = useCanSign();
  const open = useOpenOrders().data ?? [];
  const cancelSome = useCancelOrders();
  const cancelAll = useCancelAllOrders();
  const [busy, setBusy] = useState(false);
  const { keep, leave } = useRestoredFocus();
  const run = async (orders: readonly OrderRecord[], work: () => Promise<Outcome | undefined>) => {
    if (busy) return;
    const ids = orders.map(({ id }) => id);
    leave(ids);
    setBusy(true);
    const outcome = await work().finally(() => setBusy(false));
    if (outcome?.state === "accepted") onDone(ids);
  };
  const shared = {
    ref: keep,
    size: "xs",
    disabled: !canSign,
    "aria-disabled": busy,
    title: canSign ? undefined : text("connectToSign"),
  } as const;
  const first = chosen.slice(0, MAX_BATCH);
  const isInMarket = ({ market }: OrderRecord) => market === symbol;
  const inMarket = rows.filter(isInMarket);
  // Filters hide orders from the table, but "cancel all" includes them.
  const hidden = open.length - rows.length;
  const hiddenInMarket = open.filter(isInMarket).length - inMarket.length;
  const count = { count: first.length };
  return (
    <>
      {first.length > 0 ? (
        <Button {...shared} tone="primary" onClick={() => void run(first, () => cancelSome(first))}>
          {chosen.length > first.length
            ? text("cancelChosenPart", { ...count, total: chosen.length })
            : text("cancelChosen", count)}
        </Button>
      ) : null}
      {inMarket.length > 0 && !(allMarkets && inMarket.length === rows.length) ? (
        <Button {...shared} onClick={() => void run(inMarket, () => cancelAll(symbol))}>
          {hiddenInMarket > 0
            ? text("cancelAllHereHidden", { market: symbol, count: hiddenInMarket })
            : text("cancelAllHere", { market: symbol })}
        </Button>
      ) : null}
      {allMarkets && rows.length > 0 ? (
        <Button {...shared} onClick={() => void run(rows, () => cancelAll(null))}>
          {hidden > 0
            ? text("cancelAllMarketsHidden", { count: hidden })
            : text("cancelAllMarkets")}
        </Button>
      ) : null}
    </>
  );
}

/**
 * Moves the focus when a button disappears with the orders that it cancelled: to the first remaining row, or to the
 * table. `keep` is the button's ref; `leave` takes the ids to be cancelled.
 */
function useRestoredFocus() {
  const leaving = useRef<ReadonlySet<string>>(new Set());
  const keep = useCallback(
    (button: HTMLButtonElement) => () => {
      // Read before the button disappears; afterwards nothing has the focus.
      if (document.activeElement !== button) return;
      const path = withAncestors(button);
      queueMicrotask(() => {
        if (!button.isConnected) giveFocusBack([...stayingRow(path, leaving.current), ...path]);
      });
    },
    [],
  );
  const leave = useCallback((ids: readonly string[]) => {
    leaving.current = new Set(ids);
  }, []);
  return { keep, leave };
}

function stayingRow(path: readonly Element[], leaving: ReadonlySet<string>): HTMLElement[] {
  const region = path.find((element) => element.isConnected && element.matches("[role=tabpanel]"));
  const rows = region?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [];
  const row = [...rows].find(({ dataset }) => !leaving.has(dataset["row"] ?? ""));
  return row === undefined ? [] : [row];
}

/** Which open orders are chosen, edited and cancelled. */
function useOpenOrderState(rows: readonly OrderRecord[]) {
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
  // Orders that are closed are no longer chosen.
  const chosenOrders = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const clear = (ids: readonly string[]) =>
    setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))));
  return { acts, chosenOrders, setFocused, clear };
}

/** Sends what was typed over the current order. Editing ends when the order is gone. */
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

/** Commands for the focused row. */
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
            run: () => isFocusInSight() && acts.cancel(order),
          },
          {
            id: "order.change-focused",
            section: "order",
            title: text("changeFocused", { id: order.id, order: orderSummary(order) }),
            keys: "F2",
            run: () => isFocusInSight() && acts.edit(order),
          },
        ],
  );
}
