"use client";

import { useMemo, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useOpenOrders } from "#components/trading/account-state/use-account.ts";
import { useIsWide } from "#components/trading/positions/use-is-wide.ts";
import { Card } from "#components/trading/tables/card.tsx";
import { DataTable } from "#components/trading/tables/data-table.tsx";
import { EventTime, Figure, SideName } from "#components/trading/tables/figures.tsx";
import { FilterBar } from "#components/trading/tables/filter-bar.tsx";
import { useMarketFilter } from "#components/trading/tables/market-filter.ts";
import { TableState } from "#components/trading/tables/table-state.tsx";
import { useWrites, type Write } from "#components/trading/writes/use-orders.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import { CancelMany } from "./cancel-many.tsx";
import { OrderActions, PriceCell, SizeCell } from "./open-order-cells.tsx";
import { useOpenOrderColumns, WIDE_PX } from "./open-order-columns.tsx";
import { OpenOrderContext } from "./open-order-context.ts";
import { useTypeText } from "./order-text.tsx";
import { useOpenOrderState } from "./use-open-order-state.ts";
import { isOwnRow, WriteLine, WriteRows, writeOf, writeTone } from "./write-rows.tsx";

/** Orders that rest or wait, and above them the writes that have no answer yet. */
export function OpenOrdersTable() {
  const text = useText("account");
  const orders = useOpenOrders();
  const filter = useMarketFilter();
  const narrow = useNarrow();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => orders.data?.filter(({ market, side }) => filter.shows(market, side)),
    // oxlint-disable-next-line react/exhaustive-deps -- the filter's answers follow from these
    [orders.data, filter.all, filter.side],
  );
  const state = useOpenOrderState(rows ?? []);
  const own = useWrites().filter((write) => isOwnRow(write) && !dismissed.has(write.digest));
  const dismiss = (digest: string) => setDismissed((before) => new Set([...before, digest]));
  const lead = { writes: own, dismissed, onDismiss: dismiss };
  return (
    <OpenOrderContext value={state.acts}>
      <div className="flex h-full min-h-0 flex-col">
        <FilterBar filter={filter} sides hidden={!orders.data?.length}>
          <CancelMany rows={rows ?? []} chosen={state.chosenOrders} onDone={state.clear} />
        </FilterBar>
        <div className="min-h-0 flex-1">
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
        </div>
      </div>
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
  const { box, wide } = useIsWide(WIDE_PX);
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
                <bdi>{order.market}</bdi> <SideName side={order.side} />
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
