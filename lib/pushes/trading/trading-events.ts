/** The webhook events that follow from a notice of the venue. */
import { assetOf } from "#lib/protocol/market/market-assets.ts";
import type { OrderRecord, TransferRecord } from "#lib/protocol/wire/account.ts";
import type { TradingEventData } from "#lib/protocol/wire/trading-events.ts";
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";

export type TradingEvent = {
  [Type in keyof TradingEventData]: {
    type: Type;
    data: TradingEventData[Type];
    /** What the filters of webhooks compare; absent: it passes all of them. */
    assets?: string[];
    markets?: string[];
    account: string;
  };
}[keyof TradingEventData];

type Of<Type extends VenueNotice["type"]> = Extract<VenueNotice, { type: Type }>;

export function eventsOfNotice(notice: VenueNotice): TradingEvent[] {
  switch (notice.type) {
    case "order":
      return orderEvents(notice);
    case "transfer":
      return transferEvents(notice);
    case "margin":
      return marginEvents(notice);
    case "liquidation":
      return [liquidationEvent(notice)];
  }
}

function orderEvents(notice: Of<"order">): TradingEvent[] {
  const { account, order_id, market, side, filled, order } = notice;
  const at = iso(notice.created_at);
  const fields = { account, order_id, market, side };
  const about = { account, markets: [market], assets: [assetOf(market)] };
  const ended = order === null ? null : endedOrder(order);
  const events: TradingEvent[] = [];
  if (filled !== null) {
    const data = { ...fields, ...filled, filled_at: at, order: ended };
    events.push({ type: "order.filled", data, ...about });
  }
  if (ended !== null && ended.cancel_reason !== "") {
    events.push({ type: "order.ended", data: { ...fields, ended_at: at, order: ended }, ...about });
  }
  return events;
}

function endedOrder(order: OrderRecord): TradingEventData["order.ended"]["order"] {
  const { client_id, order_type, size, filled_size, avg_fill_price, price } = order;
  const { trigger_price, status, cancel_reason, group_id, parent_id, grouping } = order;
  return {
    client_id,
    order_type,
    size,
    filled_size,
    avg_fill_price,
    price,
    trigger_price,
    status,
    cancel_reason,
    group_id: group_id ?? null,
    parent_id: parent_id ?? null,
    grouping: grouping ?? null,
    created_at: iso(order.created_at),
  };
}

function transferEvents({ transfer, created_at: endedAt }: Of<"transfer">): TradingEvent[] {
  const { status } = transfer;
  if (status !== "SETTLED" && status !== "RETURNED") return [];
  const data = { ...transferFields(transfer, endedAt), status };
  return [{ type: "transfer.settled", data, account: transfer.account }];
}

function transferFields(transfer: TransferRecord, endedAt: number) {
  const { id, account, kind, amount, fee, asset, tx_hash, reference, reason } = transfer;
  const times = { created_at: iso(transfer.created_at), ended_at: iso(endedAt) };
  return { id, account, kind, amount, fee, asset, tx_hash, reference, reason, ...times };
}

function marginEvents({ account, margin, created_at: at }: Of<"margin">): TradingEvent[] {
  const { level, maintenance_share, nearest } = margin;
  if (level !== "WARNING" && level !== "DANGER") return [];
  const data = { account, level, maintenance_share, nearest, reached_at: iso(at) };
  return [{ type: "margin.warning", data, account }];
}

function liquidationEvent(notice: Of<"liquidation">): TradingEvent {
  const { account, reason, liquidation, created_at: at } = notice;
  const { positions, account_value } = liquidation;
  const data = { account, reason, positions, account_value, liquidated_at: iso(at) };
  const markets = positions.map(({ market }) => market);
  return { type: "position.liquidated", data, account, markets, assets: markets.map(assetOf) };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
