/** The push that a notice of the venue becomes, and whether it becomes one. */
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import type { CancelReason } from "#lib/protocol/order-states.ts";
import { isReduceOnly, VENUE_SIGNER } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import type { LiquidationSum } from "#lib/protocol/wire/account-stream.ts";
import type { TradingPush } from "#lib/protocol/wire/trading-pushes.ts";
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";
import { addUp, compareNotionals } from "./sums.ts";

/** How long after the event a push may leave. The venue keeps its notices as long. */
const LIFETIME_MS = DAY_MS;
/** The margin of an account is another one soon. */
const MARGIN_LIFETIME_MS = HOUR_MS;

/** Ends of a take profit or stop loss that its owner caused, or that leave no position without it. */
const EXPECTED_ENDS: ReadonlySet<CancelReason> = new Set<CancelReason>([
  "",
  "USER_CANCELED",
  "REPLACED",
  "SIBLING_FILLED",
  "CHILD_TRIGGERED",
  "PARENT_ENDED",
  "POSITION_CLOSED",
  "REDUCE_ONLY_INVALID",
]);

export type PushContent = { data: TradingPush; lifetimeMs: number };
type Of<Type extends VenueNotice["type"]> = Extract<VenueNotice, { type: Type }>;

/** `undefined` for what no person is notified of: fills of an open order, and transfers on their way. */
export function pushOfNotice(notice: VenueNotice): PushContent | undefined {
  switch (notice.type) {
    case "order":
      return orderPush(notice);
    case "margin":
      return marginPush(notice);
    case "liquidation":
      return liquidationPush(notice);
    case "transfer":
      return transferPush(notice);
  }
}

function orderPush({ account, filled, order }: Of<"order">): PushContent | undefined {
  // The sum of a liquidation has the orders with which the venue closed positions.
  if (order === null || order.signer === VENUE_SIGNER) return undefined;
  const fields = {
    account,
    order_id: order.id,
    market: order.market,
    side: order.side,
    order_type: order.order_type,
    trigger_price: order.trigger_price,
    size: order.size,
    cancel_reason: order.cancel_reason,
  };
  if (!hasFilled(order)) {
    if (order.trigger_price === null || EXPECTED_ENDS.has(order.cancel_reason)) return undefined;
    const reduces = isReduceOnly(order) ? 1 : 0;
    return content({ event: "protection_failed", ...fields, reduces });
  }
  const price = order.avg_fill_price ?? filled?.price;
  if (price === undefined) return undefined;
  const isWhole = filled?.size === order.filled_size;
  return content({
    event: "order_filled",
    ...fields,
    filled_size: order.filled_size,
    price,
    realized_pnl: isWhole ? filled.realized_pnl : null,
  });
}

function hasFilled({ filled_size: size }: OrderRecord): boolean {
  return /[1-9]/.test(size);
}

function marginPush({ account, margin }: Of<"margin">): PushContent | undefined {
  const { level, maintenance_share, nearest } = margin;
  if (level !== "WARNING" && level !== "DANGER") return undefined;
  const data = {
    event: "margin_level",
    account,
    level,
    maintenance_share,
    market: nearest?.market ?? null,
    mark_price: nearest?.mark_price ?? null,
    liquidation_price: nearest?.liquidation_price ?? null,
  } as const;
  return { data, lifetimeMs: MARGIN_LIFETIME_MS };
}

function liquidationPush({ account, reason, liquidation }: Of<"liquidation">) {
  const { positions, account_value } = liquidation;
  const [largest] = positions.toSorted(compareNotionals);
  if (largest === undefined) return undefined;
  const sumOf = (field: "realized_pnl" | "fee") => addUp(positions.map((one) => one[field]));
  return content({
    event: reason === "ADL" ? "deleveraged" : "liquidated",
    account,
    ...closedFields(largest),
    others: positions.length - 1,
    realized_pnl: sumOf("realized_pnl"),
    fee: sumOf("fee"),
    account_value,
  });
}

function closedFields(position: LiquidationSum["positions"][number]) {
  const { market, size, average_price: price, remaining_size } = position;
  return { market, size, price, remaining_size };
}

function transferPush({ account, transfer }: Of<"transfer">): PushContent | undefined {
  const { kind, status, amount, asset, tx_hash, fee, reason } = transfer;
  const fields = { account, amount, asset };
  if (kind === "DEPOSIT") {
    if (status !== "SETTLED") return undefined;
    return content({ event: "deposit_credited", ...fields, tx_hash });
  }
  if (status === "SETTLED") {
    return content({ event: "withdrawal_paid", ...fields, fee, tx_hash });
  }
  if (status !== "RETURNED") return undefined;
  return content({ event: "withdrawal_returned", ...fields, reason });
}

function content(data: TradingPush): PushContent {
  return { data, lifetimeMs: LIFETIME_MS };
}
