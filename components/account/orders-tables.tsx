"use client";

import { useState } from "react";
import { dayAndTime, figure, grouped } from "#components/format.ts";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import type { PendingWrite } from "#components/orders/order-writes.ts";
import { CANCEL_REASONS, useCancelOrder, usePendingWrites } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useNarrow } from "#components/ui/use-narrow.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import {
  ORDER_FLAG,
  type OrderRecord,
  type OrderType,
  VENUE_SIGNER,
} from "#lib/protocol/orders.ts";
import { Card } from "./card.tsx";
import { useOpenOrders, useOrderHistory } from "./queries.ts";
import { Cell, Table, TableState } from "./table.tsx";

const ORDER_COLUMNS = [
  { name: "Time" },
  { name: "Market", align: "left" },
  { name: "Side", align: "left" },
  { name: "Type", align: "left" },
  { name: "Price" },
  { name: "Size" },
  { name: "Filled" },
] as const;

const OPEN_COLUMNS = [...ORDER_COLUMNS, { name: "Cancel", hidden: true }] as const;

/** Resting orders, and above them the writes that have no answer yet. */
export function OpenOrdersTable() {
  const orders = useOpenOrders();
  const { sessionAddress } = useWallet();
  const waiting = usePendingWrites().filter((write) => write.account === sessionAddress);
  const placing = waiting.filter((write) => write.kind === "place");
  return (
    <TableState query={orders} empty="No open orders." hasMore={placing.length > 0}>
      {(rows) => <OpenOrderRows placing={placing} rows={rows} waiting={waiting} />}
    </TableState>
  );
}

type OpenOrderRowsProps = {
  placing: readonly PendingWrite[];
  rows: readonly OrderRecord[];
  waiting: readonly PendingWrite[];
};

function OpenOrderRows({ placing, rows, waiting }: OpenOrderRowsProps) {
  const narrow = useNarrow();
  const Row = narrow ? OpenOrderCard : OpenOrderRow;
  const orders = rows.map((order) => (
    <Row
      key={order.id}
      order={order}
      cancelling={waiting.find((write) => write.orderId === order.id)}
    />
  ));
  if (narrow) {
    return (
      <ul aria-label="Open orders">
        {placing.map((write) => (
          <li key={write.digest} className={cn("border-b px-3 py-2.5 text-xs", pendingTone(write))}>
            {pendingText(write)}
          </li>
        ))}
        {orders}
      </ul>
    );
  }
  return (
    <Table label="Open orders" columns={OPEN_COLUMNS}>
      {placing.map((write) => (
        <PendingRow key={write.digest} write={write} />
      ))}
      {orders}
    </Table>
  );
}

function pendingTone(write: PendingWrite): string {
  return write.state === "unknown" ? "bg-warn-soft text-warn" : "text-ink-muted";
}

function pendingText(write: PendingWrite): string {
  return write.state === "unknown"
    ? `${write.summary}. No answer came: it may be at the venue. Looking for it; do not send it again.`
    : `${write.summary}. Sending…`;
}

function PendingRow({ write }: { write: PendingWrite }) {
  return (
    <tr className={pendingTone(write)}>
      <Cell align="left">{dayAndTime(write.timestamp)}</Cell>
      <td className="h-8 border-b px-3" colSpan={OPEN_COLUMNS.length - 1}>
        {pendingText(write)}
      </td>
    </tr>
  );
}

type OpenOrderRowProps = { order: OrderRecord; cancelling: PendingWrite | undefined };

function OpenOrderRow({ order, cancelling }: OpenOrderRowProps) {
  const unknown = cancelling?.state === "unknown";
  return (
    <tr data-order-id={order.id} className={cn("hover:bg-hover", unknown && "bg-warn-soft")}>
      <Cell align="left" className="text-ink-muted">
        {dayAndTime(order.created_at)}
      </Cell>
      <OrderCells order={order} />
      <Cell>{grouped(order.filled_size)}</Cell>
      <Cell>
        <CancelButton order={order} cancelling={cancelling} />
      </Cell>
    </tr>
  );
}

function OpenOrderCard({ order, cancelling }: OpenOrderRowProps) {
  return (
    <Card
      title={<OrderName order={order} />}
      action={<CancelButton order={order} cancelling={cancelling} />}
      className={cancelling?.state === "unknown" ? "bg-warn-soft" : undefined}
      figures={[
        { name: "Price", value: usePriceText(order) },
        { name: "Size", value: grouped(order.size) },
        { name: "Filled", value: grouped(order.filled_size) },
        { name: "Type", value: typeText(order) },
        { name: "Time", value: dayAndTime(order.created_at) },
      ]}
    />
  );
}

function OrderName({ order }: { order: OrderRecord }) {
  return (
    <>
      {order.market}{" "}
      <span className={order.side === "BUY" ? "text-up" : "text-down"}>
        {order.side === "BUY" ? "Buy" : "Sell"}
      </span>
    </>
  );
}

function CancelButton({ order, cancelling }: OpenOrderRowProps) {
  const cancel = useCancelOrder();
  const { connected } = useWallet();
  const [busy, setBusy] = useState(false);
  const unknown = cancelling?.state === "unknown";
  const run = async () => {
    setBusy(true);
    await cancel(order);
    setBusy(false);
  };
  if (unknown) return <span className="text-2xs text-warn">Cancel sent, no answer yet</span>;
  return (
    <Button
      size="xs"
      // Not disabled while busy: the focus comes back to it after the signature.
      aria-disabled={busy || cancelling !== undefined}
      disabled={!connected}
      title={connected ? undefined : "Connect the wallet to sign."}
      aria-label={cancelling ? undefined : `Cancel order ${order.id}`}
      onClick={() => {
        if (!busy && !cancelling) void run();
      }}
    >
      {cancelling ? "Cancelling…" : "Cancel"}
    </Button>
  );
}

const HISTORY_COLUMNS = [
  ...ORDER_COLUMNS,
  { name: "Average fill" },
  { name: "Ended", align: "left" },
] as const;

export function OrderHistoryTable() {
  const history = useOrderHistory();
  const narrow = useNarrow();
  return (
    <TableState query={history} empty="No past orders.">
      {(rows) =>
        narrow ? (
          <ul aria-label="Order history">
            {rows.map((order) => (
              <HistoryCard key={order.id} order={order} />
            ))}
          </ul>
        ) : (
          <Table label="Order history" columns={HISTORY_COLUMNS}>
            {rows.map((order) => (
              <HistoryRow key={order.id} order={order} />
            ))}
          </Table>
        )
      }
    </TableState>
  );
}

function HistoryRow({ order }: { order: OrderRecord }) {
  return (
    <tr className="hover:bg-hover">
      <Cell align="left" className="text-ink-muted">
        {dayAndTime(order.last_updated_at)}
      </Cell>
      <OrderCells order={order} />
      <Cell>{grouped(order.filled_size)}</Cell>
      <Cell>{figure(order.avg_fill_price, decimalsOf(order))}</Cell>
      <Cell align="left" className="text-ink-muted">
        {endedText(order)}
      </Cell>
    </tr>
  );
}

function HistoryCard({ order }: { order: OrderRecord }) {
  return (
    <Card
      title={<OrderName order={order} />}
      action={<span className="text-2xs text-ink-muted">{dayAndTime(order.last_updated_at)}</span>}
      figures={[
        { name: "Price", value: usePriceText(order) },
        { name: "Filled", value: `${grouped(order.filled_size)} of ${grouped(order.size)}` },
        { name: "Average fill", value: figure(order.avg_fill_price, decimalsOf(order)) },
        { name: "Type", value: typeText(order) },
        { name: "Ended", value: endedText(order) },
      ]}
    />
  );
}

function endedText(order: OrderRecord): string {
  if (order.signer === VENUE_SIGNER) return "Liquidation by the venue";
  return capitalised(CANCEL_REASONS[order.cancel_reason]);
}

/** The ticks of this page's market are known; a price elsewhere is shown as the venue writes it. */
function usePriceText(order: OrderRecord): string {
  const market = useMarket();
  const price = order.price ?? order.trigger_price;
  if (price === null) return "Market";
  const here = order.market === market.symbol;
  const text = here ? figure(price, marketScale(market).priceDecimals) : grouped(price);
  return order.price === null ? `${text} (trigger)` : text;
}

function OrderCells({ order }: { order: OrderRecord }) {
  const price = usePriceText(order);
  return (
    <>
      <Cell align="left">{order.market}</Cell>
      <Cell align="left" className={order.side === "BUY" ? "text-up" : "text-down"}>
        {order.side === "BUY" ? "Buy" : "Sell"}
      </Cell>
      <Cell align="left" className="text-ink-muted">
        {typeText(order)}
      </Cell>
      <Cell>{price}</Cell>
      <Cell>{grouped(order.size)}</Cell>
    </>
  );
}

const TYPE_NAMES: Record<OrderType, string> = {
  LIMIT: "Limit",
  MARKET: "Market",
  TAKE_PROFIT_MARKET: "Take profit",
  STOP_LOSS_MARKET: "Stop loss",
};

function typeText(order: OrderRecord): string {
  const parts: string[] = [TYPE_NAMES[order.order_type], order.time_in_force];
  if (order.trigger_source === "MarkPrice") parts.push("on the mark");
  if (order.trigger_source === "LastPrice") parts.push("on the last trade");
  if (order.flags & ORDER_FLAG.POST_ONLY) parts.push("post only");
  if (order.flags & ORDER_FLAG.REDUCE_ONLY) parts.push("reduce only");
  return parts.join(", ");
}

function decimalsOf(order: OrderRecord): number {
  return Math.min(order.avg_fill_price?.split(".")[1]?.length ?? 0, 4);
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
