"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { decodePlaceBatchOrders, decodePlaceOrder } from "#lib/protocol/decode.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import { ChangeReceipt } from "./change-receipt.tsx";
import { conditionsOf, costRows } from "./receipt-words.ts";
import type { PreparedWrite } from "./requests.ts";
import type { SignRequest } from "./sign-request.ts";

type ReceiptProps = { request: SignRequest; prepared: PreparedWrite };

/** What will happen, in large type, read back from the bytes that are signed. */
export function Receipt({ request, prepared }: ReceiptProps) {
  const { draft, payload } = prepared;
  const { terms } = request;
  if (draft.operation === "place_order") {
    return <OrderReceipt orders={[decodePlaceOrder(payload)]} terms={terms} />;
  }
  if (draft.operation === "place_batch_orders") {
    return <OrderReceipt orders={decodePlaceBatchOrders(payload).orders} terms={terms} />;
  }
  return <ChangeReceipt prepared={prepared} />;
}

const MOST_CARDS = 5;

type OrderReceiptProps = { orders: readonly PlaceOrderFields[]; terms: SignRequest["terms"] };

/** A card an order. An order that waits, attached to another, costs nothing now: the figures are the entry's. */
function OrderReceipt({ orders, terms }: OrderReceiptProps) {
  const text = useText("signing");
  const format = useFormat();
  const mark = useMark(terms?.mark);
  const rowsOf = (order: PlaceOrderFields) => {
    const isPriced = orders.length === 1 || order.trigger_price === null;
    if (!isPriced || order.market !== terms?.market.symbol) return [];
    return costRows(order, { market: terms.market, mark }, { text, format });
  };
  return (
    <section aria-label={text("receipt")} className="flex flex-col gap-2">
      {orders.length > 1 ? (
        <p className="text-base font-medium">{text("batch", { count: orders.length })}</p>
      ) : null}
      {orders.slice(0, MOST_CARDS).map((order, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- signed bytes do not change their order
        <OrderCard key={index} order={order} rows={rowsOf(order)} />
      ))}
    </section>
  );
}

function OrderCard({ order, rows }: { order: PlaceOrderFields; rows: [string, string][] }) {
  const text = useText("signing");
  const format = useFormat();
  const { name, conditions } = conditionsOf(order, { text, format });
  const buy = order.side === "BUY";
  return (
    <div
      className={cn(
        "rounded border-s-4 p-3",
        buy ? "border-up bg-up-soft" : "border-down bg-down-soft",
      )}
    >
      {name === undefined ? null : <p className="text-sm font-semibold">{name}</p>}
      <p className="flex flex-wrap items-baseline gap-x-2 text-xl leading-7 font-semibold">
        <span className={buy ? "text-up" : "text-down"}>{text(buy ? "buy" : "sell")}</span>
        <bdi className="break-all">{format.grouped(order.size)}</bdi>
        <bdi className="text-sm font-medium text-ink-muted">{order.market}</bdi>
      </p>
      {conditions.map((condition, place) => (
        <p
          key={condition}
          className={cn("break-all", place === 0 ? "text-base font-medium" : "text-sm")}
        >
          {condition}
        </p>
      ))}
      {rows.length > 0 ? (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="text-end">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** The mark while the panel is open, once a second. */
function useMark(read: (() => string | undefined) | undefined): string | undefined {
  return usePolledValue(read, 1_000, undefined);
}
