"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Figure } from "#components/trading/tables/figures.tsx";
import { Price } from "#components/trading/tables/price.tsx";
import {
  firesRising,
  followedPrice,
  isPostOnly,
  isReduceOnly,
  VENUE_SIGNER,
} from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

/** The type and terms of an order: `Stop loss, waiting for its entry, GTC, on the mark, reduce only`. */
export function useTypeText(): (order: OrderRecord) => string {
  const text = useText("account");
  const termsText = useTermsText();
  return (order) => `${text(order.order_type)}${text("comma")}${termsText(order)}`;
}

/** The type, and on a second line its terms. */
export function OrderType({ order }: { order: OrderRecord }) {
  const text = useText("account");
  const terms = useTermsText()(order);
  return (
    <span className="block leading-4" title={`${text(order.order_type)}${text("comma")}${terms}`}>
      <span className="block truncate text-2xs leading-4 text-ink">{text(order.order_type)}</span>
      <span className="block truncate text-2xs leading-4">{terms}</span>
    </span>
  );
}

function useTermsText(): (order: OrderRecord) => string {
  const text = useText("account");
  return (order) => {
    const parts: string[] = [];
    // What a narrow column must still show.
    if (order.status === "WAITING") parts.push(text("waitsForEntry"));
    if (order.grouping === "POSITION") parts.push(text("wholePosition"));
    parts.push(order.time_in_force);
    const follows = followedPrice(order);
    if (follows !== null) parts.push(text(follows === "MarkPrice" ? "onMark" : "onLast"));
    if (isPostOnly(order)) parts.push(text("postOnly"));
    if (isReduceOnly(order)) parts.push(text("reduceOnly"));
    return parts.join(text("comma"));
  };
}

/** The price, or the trigger condition of an order that waits for one. */
export function OrderPrice({ order }: { order: OrderRecord }) {
  const text = useText("account");
  if (order.trigger_price !== null)
    return (
      <>
        <Figure>{firesRising(order.order_type, order.side) ? "≥ " : "≤ "}</Figure>
        <Price market={order.market} price={order.trigger_price} />{" "}
        <span className="text-2xs text-ink-muted">{text("trigger")}</span>
      </>
    );
  if (order.price === null) return <>{text("marketPrice")}</>;
  return <Price market={order.market} price={order.price} />;
}

/** How an order ended, or its current state. */
export function useEndText(): (order: OrderRecord) => string {
  const text = useText("account");
  const orders = useText("orders");
  return (order) => {
    if (order.status === "WAITING") return sentence(text("waitsForEntry"));
    if (order.status !== "CLOSED")
      return text(order.status === "UNTRIGGERED" ? "waits" : "stillOpen");
    if (order.signer === VENUE_SIGNER) return text("byVenue");
    return sentence(orders(`reason_${order.cancel_reason}`));
  };
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
