/** Engine state as the records of the wire. Every number of money, price or size leaves as a decimal string. */
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/markets.ts";
import type {
  AccountRecord,
  Fill,
  OrderRecord,
  PlacedOrder,
  PositionRecord,
  Trade,
} from "#lib/protocol/orders.ts";
import { accountMargin, holdingMargin, openLoss } from "#services/venue/engine/account-margin.ts";
import {
  type Account,
  type ApiKey,
  type FillRow,
  type Holding,
  type MarketState,
  notional,
  type Order,
  type TradeRow,
  type Transfer,
} from "#services/venue/engine/state.ts";

export function money(amount: bigint): Decimal {
  return formatDecimal(amount, MONEY_DECIMALS);
}

export function priceText(market: MarketState, ticks: number): Decimal {
  return formatDecimal(BigInt(ticks) * market.scale.tickUnits, market.scale.priceDecimals);
}

export function sizeText(market: MarketState, lots: number): Decimal {
  return formatDecimal(BigInt(lots) * market.scale.lotUnits, market.scale.sizeDecimals);
}

/** Average price of `value` over `lots`, truncated to four decimals more than the tick has. */
function averagePrice(market: MarketState, value: bigint, lots: number): Decimal {
  const decimals = market.scale.priceDecimals + 4;
  const numerator = value * market.scale.tickUnits * 10_000n;
  return formatDecimal(numerator / (BigInt(lots) * market.scale.valueOfTickLot), decimals);
}

export function orderRecord(order: Order): OrderRecord {
  const { market } = order;
  return {
    id: String(order.id),
    account: order.account.pubkey,
    signer: order.signer,
    market: market.listing.symbol,
    side: order.side,
    size: order.sizeText,
    remaining_size: sizeText(market, order.remaining),
    filled_size: sizeText(market, order.filled),
    avg_fill_price:
      order.filled === 0 ? null : averagePrice(market, order.filledValue, order.filled),
    price: order.priceText,
    order_type: order.type,
    time_in_force: order.timeInForce,
    flags: order.flags,
    trigger_price: null,
    trigger_source: null,
    status: order.status,
    cancel_reason: order.cancelReason,
    client_id: order.clientId,
    seq_no: order.seq,
    timestamp: order.timestamp,
    digest: order.digest,
    created_at: order.createdAt,
    last_updated_at: order.updatedAt,
  };
}

/** The answer to a write that placed or changed an order: the order with the fills that it had at once. */
export function placedOrder(order: Order, fills: readonly FillRow[]): PlacedOrder {
  return { ...orderRecord(order), fills: fills.map((fill) => fillRecord(order.market, fill)) };
}

function fillRecord(market: MarketState, fill: FillRow): Fill {
  return {
    trade_id: fill.tradeId,
    price: priceText(market, fill.ticks),
    size: sizeText(market, fill.lots),
    fee: money(fill.fee),
    liquidity: "TAKER",
  };
}

export function tradeRecord(market: MarketState, trade: TradeRow): Trade {
  return {
    id: trade.id,
    market: market.listing.symbol,
    price: priceText(market, trade.ticks),
    side: trade.takerSide,
    size: sizeText(market, trade.lots),
    created_at: trade.time,
    trade_type: "FILL",
  };
}

export function accountRecord(account: Account): AccountRecord {
  const margin = accountMargin(account);
  const free = margin.accountValue - margin.initialMargin;
  return {
    account: account.pubkey,
    balance: money(account.balance),
    account_value: money(margin.accountValue),
    initial_margin: money(margin.initialMargin),
    maintenance_margin: money(margin.maintenanceMargin),
    free_collateral: money(free > 0n ? free : 0n),
    unrealized_pnl: money(margin.unrealizedPnl),
    settlement_asset: "USDC",
    status: "ACTIVE",
    seq_no: account.seq,
    last_updated_at: account.updatedAt,
  };
}

export function positionRecord(account: Account, holding: Holding): PositionRecord {
  const { market, size, cost } = holding;
  const margin = holdingMargin({ ...holding, openLoss: openLoss(holding) });
  return {
    account: account.pubkey,
    market: market.listing.symbol,
    side: size > 0 ? "LONG" : "SHORT",
    size: sizeText(market, size),
    average_entry_price: averagePrice(market, cost, size),
    cost: money(cost),
    mark_price: priceText(market, market.markTicks),
    unrealized_pnl: money(notional(market, market.markTicks, size) - cost),
    initial_margin: money(margin.initialMargin),
    maintenance_margin: money(margin.maintenanceMargin),
    last_updated_at: holding.updatedAt,
  };
}

/** An API key without its text, which the venue does not have. */
export function apiKeyRecord(key: ApiKey) {
  return {
    id: key.id,
    account: key.account,
    signer: key.signer,
    label: key.label,
    expires_at: key.expiresAt,
    created_at: key.createdAt,
  };
}

export function transferRecord(transfer: Transfer) {
  return {
    id: transfer.id,
    account: transfer.account,
    kind: "DEPOSIT",
    amount: money(transfer.amount),
    asset: "USDC",
    tx_hash: null,
    source: transfer.source,
    reference: transfer.reference,
    created_at: transfer.createdAt,
  };
}
