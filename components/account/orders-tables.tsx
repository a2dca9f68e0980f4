"use client";

import { useState } from "react";
import { dayAndTime, figure, grouped } from "#components/format.ts";
import { useMarket } from "#components/market-stream/market-stream.tsx";
import type { PendingWrite } from "#components/orders/order-writes.ts";
import { CANCEL_REASONS, useCancelOrder, usePendingWrites } from "#components/orders/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useWallet } from "#components/wallet/wallet-provider.tsx";
import { marketScale } from "#lib/protocol/markets.ts";
import { ORDER_FLAG, type OrderRecord } from "#lib/protocol/orders.ts";
import { useOpenOrders, useOrderHistory } from "./queries.ts";
import { Cell, Table, TableState } from "./table.tsx";

const OPEN_COLUMNS = [
  { name: "Time" },
  { name: "Market", align: "left" },
  { name: "Side", align: "left" },
  { name: "Type", align: "left" },
  { name: "Price" },
  { name: "Size" },
  { name: "Filled" },
  { name: "Cancel", hidden: true },
] as const;

/** Resting orders, and above them the writes that have no answer yet. */
export function OpenOrdersTable() {
  const orders = useOpenOrders();
  const { sessionAddress } = useWallet();
  const waiting = usePendingWrites().filter((write) => write.account === sessionAddress);
  const placing = waiting.filter((write) => write.kind === "place");
  return (
    <TableState query={orders} empty="No open orders." hasMore={placing.length > 0}>
      {(rows) => (
        <Table label="Open orders" columns={OPEN_COLUMNS}>
          {placing.map((write) => (
            <PendingRow key={write.digest} write={write} />
          ))}
          {rows.map((order) => (
            <OpenOrderRow
              key={order.id}
              order={order}
              cancelling={waiting.find((write) => write.orderId === order.id)}
            />
          ))}
        </Table>
      )}
    </TableState>
  );
}

function PendingRow({ write }: { write: PendingWrite }) {
  const unknown = write.state === "unknown";
  return (
    <tr className={unknown ? "bg-warn-soft text-warn" : "text-ink-muted"}>
      <Cell align="left">{dayAndTime(write.timestamp)}</Cell>
      <td className="h-8 border-b px-3" colSpan={OPEN_COLUMNS.length - 1}>
        {write.summary}.{" "}
        {unknown
          ? "No answer came: it may be at the venue. Looking for it; do not send it again."
          : "Sending…"}
      </td>
    </tr>
  );
}

type OpenOrderRowProps = { order: OrderRecord; cancelling: PendingWrite | undefined };

function OpenOrderRow({ order, cancelling }: OpenOrderRowProps) {
  const cancel = useCancelOrder();
  const { connected } = useWallet();
  const [busy, setBusy] = useState(false);
  const unknown = cancelling?.state === "unknown";
  const run = async () => {
    setBusy(true);
    await cancel(order);
    setBusy(false);
  };
  return (
    <tr data-order-id={order.id} className={cn("hover:bg-hover", unknown && "bg-warn-soft")}>
      <Cell align="left" className="text-ink-muted">
        {dayAndTime(order.created_at)}
      </Cell>
      <OrderCells order={order} />
      <Cell>{grouped(order.filled_size)}</Cell>
      <Cell>
        {unknown ? (
          <span className="text-2xs text-warn">Cancel sent, no answer yet</span>
        ) : (
          <Button
            size="xs"
            disabled={busy || cancelling !== undefined || !connected}
            title={connected ? undefined : "Connect the wallet to sign."}
            aria-label={`Cancel order ${order.id}`}
            onClick={() => void run()}
          >
            {cancelling ? "Cancelling…" : "Cancel"}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

const HISTORY_COLUMNS = [
  { name: "Time" },
  { name: "Market", align: "left" },
  { name: "Side", align: "left" },
  { name: "Type", align: "left" },
  { name: "Price" },
  { name: "Size" },
  { name: "Filled" },
  { name: "Average fill" },
  { name: "Ended", align: "left" },
] as const;

export function OrderHistoryTable() {
  const history = useOrderHistory();
  return (
    <TableState query={history} empty="No past orders.">
      {(rows) => (
        <Table label="Order history" columns={HISTORY_COLUMNS}>
          {rows.map((order) => (
            <tr key={order.id} className="hover:bg-hover">
              <Cell align="left" className="text-ink-muted">
                {dayAndTime(order.last_updated_at)}
              </Cell>
              <OrderCells order={order} />
              <Cell>{grouped(order.filled_size)}</Cell>
              <Cell>{figure(order.avg_fill_price, decimalsOf(order))}</Cell>
              <Cell align="left" className="text-ink-muted">
                {capitalised(CANCEL_REASONS[order.cancel_reason])}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </TableState>
  );
}

function OrderCells({ order }: { order: OrderRecord }) {
  const market = useMarket();
  // The ticks of this page's market are known; a price elsewhere is shown as the venue writes it.
  const here = order.market === market.symbol;
  const price = here ? figure(order.price, marketScale(market).priceDecimals) : order.price;
  return (
    <>
      <Cell align="left">{order.market}</Cell>
      <Cell align="left" className={order.side === "BUY" ? "text-up" : "text-down"}>
        {order.side === "BUY" ? "Buy" : "Sell"}
      </Cell>
      <Cell align="left" className="text-ink-muted">
        {typeText(order)}
      </Cell>
      <Cell>{price === null || order.price === null ? "Market" : price}</Cell>
      <Cell>{grouped(order.size)}</Cell>
    </>
  );
}

function typeText(order: OrderRecord): string {
  const parts = [order.order_type === "LIMIT" ? "Limit" : "Market", order.time_in_force];
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
