"use client";

import { useEffect, useState } from "react";
import { figure, grouped, money, percent } from "#components/format.ts";
import { priceTicks, signedLots } from "#components/order-ticket/holdings.ts";
import { cn } from "#components/ui/class-names.ts";
import { divideUp, formatDecimal } from "#lib/protocol/decimal.ts";
import { decodePlaceOrder } from "#lib/protocol/decode.ts";
import { type Market, marketScale, RATIO_SCALE } from "#lib/protocol/markets.ts";
import { ORDER_FLAG } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";
import type { SignRequest } from "./asking.ts";
import type { PreparedWrite } from "./requests.ts";

type ReceiptProps = { request: SignRequest; prepared: PreparedWrite };

/** An order in large type, read back from the bytes that are signed. Nothing for other operations. */
export function Receipt({ request, prepared }: ReceiptProps) {
  const mark = useMark(request.terms?.mark);
  if (prepared.draft.operation !== "place_order") return null;
  const order = decodePlaceOrder(prepared.payload);
  const buy = order.side === "BUY";
  const rows = request.terms ? costRows(order, request.terms.market, mark) : [];
  return (
    <section
      aria-label="Order"
      className={cn(
        "rounded border-l-4 p-3",
        buy ? "border-up bg-up-soft" : "border-down bg-down-soft",
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-xl leading-7 font-semibold">
        <span className={buy ? "text-up" : "text-down"}>{buy ? "Buy" : "Sell"}</span>
        <span className="break-all">{grouped(order.size)}</span>
        <span className="text-sm font-medium text-ink-muted">{order.market}</span>
      </p>
      <p className="text-base font-medium break-all">
        {order.price === null ? "at the best price (market)" : `at ${grouped(order.price)}`}
      </p>
      {rows.length > 0 ? (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}

/** Worth, fee and distance. A market order has no price of its own: it is valued at the mark. */
function costRows(
  order: PlaceOrderFields,
  market: Market,
  mark: string | undefined,
): [string, string][] {
  const scale = marketScale(market);
  const markTicks = priceTicks(mark, scale);
  const ticks = order.price === null ? markTicks : priceTicks(order.price, scale);
  if (ticks === undefined) return [];
  const value = signedLots(order.size, scale) * ticks * scale.valueOfTickLot;
  const postOnly = (order.flags & ORDER_FLAG.POST_ONLY) !== 0;
  const rate = BigInt(postOnly ? market.maker_fee : market.taker_fee);
  const about = order.price === null ? "about " : "";
  const rows: [string, string][] = [
    ["Value", `${about}${money(value)} USDC`],
    [
      postOnly ? "Fee when it fills" : "Fee, at most",
      `${about}${money(divideUp(value * rate, RATIO_SCALE))} USDC`,
    ],
  ];
  if (mark === undefined || markTicks === undefined || markTicks === 0n) return rows;
  rows.push(["Mark now", figure(mark, scale.priceDecimals)]);
  if (order.price === null) return rows;
  const distance = ((ticks - markTicks) * RATIO_SCALE) / markTicks;
  rows.push(["Distance from the mark", percent(formatDecimal(distance, 6))]);
  return rows;
}

/** The mark while the panel is open, once a second. */
function useMark(read: (() => string | undefined) | undefined): string | undefined {
  const [mark, setMark] = useState(() => read?.());
  useEffect(() => {
    if (!read) return;
    const timer = setInterval(() => setMark(read()), 1_000);
    return () => clearInterval(timer);
  }, [read]);
  return mark;
}
