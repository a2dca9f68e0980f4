/** Engine state as the records of the wire. Every number of money, price or size leaves as a decimal string. */
import { type Decimal, formatDecimal } from "#lib/protocol/decimal.ts";
import { TRIGGER_SOURCE_CODE, type TriggerSource } from "#lib/protocol/enumerations.ts";
import { decodeWithdraw } from "#lib/protocol/signing/decode.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type {
  AccountRecord,
  Fill,
  OrderRecord,
  PlacedOrder,
  PositionRecord,
  TransferRecord,
} from "#lib/protocol/wire/account.ts";
import type { Trade } from "#lib/protocol/wire/market.ts";
import {
  accountFigures,
  holdingMargin,
  unsettledFunding,
} from "#services/venue/engine/account-margin.ts";
import type { FundingEvent, TradeRow } from "#services/venue/engine/events.ts";
import { liquidationTicks, marginBehind } from "#services/venue/engine/isolated.ts";
import {
  type Account,
  type ApiKey,
  type Holding,
  type MarketState,
  notional,
  type Order,
  type OrderGroup,
  type Signer,
} from "#services/venue/engine/market-state.ts";
import type { FillRow } from "#services/venue/engine/outcome.ts";
import type { Deposit, Transfer, Withdrawal } from "#services/venue/engine/transfers.ts";
import {
  averageText,
  lotsText,
  moneyText,
  ticksText,
} from "#services/venue/projection/number-text.ts";

export function orderRecord(order: Order): OrderRecord {
  const { market } = order;
  return {
    id: String(order.id),
    account: order.account.pubkey,
    market: market.listing.symbol,
    signer: order.signer,
    side: order.side,
    size: signedSize(order),
    remaining_size: lotsText(market.scale, order.remaining),
    filled_size: lotsText(market.scale, order.filled),
    avg_fill_price:
      order.filled === 0 ? null : averageText(market.scale, order.filledValue, order.filled),
    price: order.priceText,
    order_type: order.type,
    time_in_force: order.timeInForce,
    flags: order.flags,
    trigger_price: order.triggerText,
    trigger_source: triggerSource(order),
    status: order.status,
    cancel_reason: order.cancelReason,
    client_id: order.clientId,
    seq_no: order.seq,
    timestamp: order.timestamp,
    digest: order.digest,
    created_at: order.createdAt,
    last_updated_at: order.updatedAt,
    ...groupFields(order),
  };
}

/** Only orders of a group have these. */
function groupFields({ group, id }: Order) {
  if (group === undefined) return {};
  const { grouping, entry } = group;
  const parent = entry === undefined || entry.id === id ? null : String(entry.id);
  return { group_id: String(group.id), parent_id: parent, grouping };
}

/** The answer to `place_order_group`. */
export function placedGroup(
  { id, grouping, entry, children }: OrderGroup,
  fills: readonly FillRow[],
) {
  const orders = children.map((child) => placedOrder(child, []));
  if (entry !== undefined) orders.unshift(placedOrder(entry, fills));
  return { group_id: String(id), grouping, orders };
}

/** The answer to a write that placed or changed an order: the order with the fills that it had at once. */
export function placedOrder(order: Order, fills: readonly FillRow[]): PlacedOrder {
  return { ...orderRecord(order), fills: fills.map((fill) => fillRecord(order.market, fill)) };
}

/** As it was signed; computed for the venue's own orders, and for those that follow the position, which sign none. */
function signedSize(order: Order): Decimal {
  return order.sizeText ?? lotsText(order.market.scale, order.size);
}

function triggerSource({ triggerSource: code }: Order): TriggerSource | null {
  if (code === null) return null;
  return code === TRIGGER_SOURCE_CODE.LastPrice ? "LastPrice" : "MarkPrice";
}

/** `JSON.stringify(placedOrder(order, fills))`, several times as fast: every order leaves through here. */
export function placedOrderJson(order: Order, fills: readonly FillRow[]): string {
  const text = `${openOrderJson(order)},"fills":`;
  if (fills.length === 0) return `${text}[]}`;
  return `${text}${JSON.stringify(fills.map((fill) => fillRecord(order.market, fill)))}}`;
}

/** `JSON.stringify(orderRecord(order))`, but for the order of the fields, and as fast. */
export function orderJson(order: Order): string {
  return `${openOrderJson(order)}}`;
}

/** Without the closing brace. */
function openOrderJson(order: Order): string {
  const { id, account, market } = order;
  return `{"id":"${id}","account":"${account.pubkey}","market":"${market.listing.symbol}",${orderFieldsJson(order)}`;
}

/** The fields of an order's record behind its id, account and market, as they stand in its JSON text. */
export function orderFieldsJson(order: Order): string {
  const { scale } = order.market;
  const average =
    order.filled === 0 ? "null" : `"${averageText(scale, order.filledValue, order.filled)}"`;
  const clientId = order.clientId === null ? "null" : JSON.stringify(order.clientId);
  let text = `"signer":"${order.signer}","side":"${order.side}","size":"${signedSize(order)}"`;
  text += `,"remaining_size":"${lotsText(scale, order.remaining)}"`;
  text += `,"filled_size":"${lotsText(scale, order.filled)}","avg_fill_price":${average}`;
  text += `,"price":${quoted(order.priceText)},"order_type":"${order.type}"`;
  text += `,"time_in_force":"${order.timeInForce}","flags":${order.flags}`;
  text += `,"trigger_price":${quoted(order.triggerText)}`;
  text += `,"trigger_source":${quoted(triggerSource(order))}`;
  text += `,"status":"${order.status}","cancel_reason":"${order.cancelReason}"`;
  text += `,"client_id":${clientId},"seq_no":${order.seq},"timestamp":${order.timestamp}`;
  text += `,"digest":"${order.digest}","created_at":${order.createdAt}`;
  text += `,"last_updated_at":${order.updatedAt}`;
  return order.group === undefined
    ? text
    : `${text},${JSON.stringify(groupFields(order)).slice(1, -1)}`;
}

/** A text without characters that JSON escapes. */
function quoted(text: string | null): string {
  return text === null ? "null" : `"${text}"`;
}

function fillRecord(market: MarketState, fill: FillRow): Fill {
  return {
    trade_id: fill.tradeId,
    price: ticksText(market.scale, fill.ticks),
    size: lotsText(market.scale, fill.lots),
    fee: moneyText(fill.fee),
    liquidity: "TAKER",
  };
}

export function tradeRecord(market: MarketState, trade: TradeRow): Trade {
  return {
    id: trade.id,
    market: market.listing.symbol,
    price: ticksText(market.scale, trade.ticks),
    side: trade.takerSide,
    size: lotsText(market.scale, trade.lots),
    created_at: trade.time,
    trade_type: trade.type,
  };
}

export function accountRecord(account: Account): AccountRecord {
  const margin = accountFigures(account);
  const free = margin.accountValue - margin.initialMargin;
  return {
    account: account.pubkey,
    balance: moneyText(account.balance),
    account_value: moneyText(margin.accountValue),
    initial_margin: moneyText(margin.initialMargin),
    maintenance_margin: moneyText(margin.maintenanceMargin),
    free_collateral: moneyText(free > 0n ? free : 0n),
    unrealized_pnl: moneyText(margin.unrealizedPnl),
    unsettled_funding: moneyText(margin.unsettledFunding),
    settlement_asset: "USDC",
    status: margin.accountValue < margin.maintenanceMargin ? "LIQUIDATING" : "ACTIVE",
    fee_discount_ppm: account.feeDiscountPpm,
    ...chosenLeverage(account),
    ...isolatedPositions(account),
    seq_no: account.seq,
    last_updated_at: account.updatedAt,
  };
}

/** Nothing for an account that never chose one. */
function chosenLeverage({ holdings }: Account): Pick<AccountRecord, "leverage"> {
  const chosen = Array.from(holdings.values())
    .filter(({ leverage }) => leverage !== 0)
    .map(({ market, leverage, isolated }) => ({
      market: market.listing.symbol,
      mode: isolated === null ? ("CROSS" as const) : ("ISOLATED" as const),
      leverage,
    }));
  return chosen.length === 0 ? {} : { leverage: chosen };
}

/** Nothing for an account without an isolated position. */
function isolatedPositions({ holdings }: Account): Pick<AccountRecord, "isolated"> {
  const isolated: NonNullable<AccountRecord["isolated"]> = [];
  for (const holding of holdings.values()) {
    if (holding.isolated === null || holding.size === 0) continue;
    const margin = marginBehind(holding);
    isolated.push({
      market: holding.market.listing.symbol,
      wallet: moneyText(holding.isolated.wallet),
      value: moneyText(margin.accountValue),
      initial_margin: moneyText(margin.initialMargin),
      maintenance_margin: moneyText(margin.maintenanceMargin),
    });
  }
  return isolated.length === 0 ? {} : { isolated };
}

export function positionRecord(account: Account, holding: Holding): PositionRecord {
  const { market, size, cost, isolated } = holding;
  const margin = holdingMargin(holding);
  const initial = isolated === null ? margin.initial : marginBehind(holding).initialMargin;
  const liquidation = liquidationTicks(holding);
  return {
    account: account.pubkey,
    market: market.listing.symbol,
    side: size > 0 ? "LONG" : "SHORT",
    size: lotsText(market.scale, size),
    average_entry_price: averageText(market.scale, cost, size),
    cost: moneyText(cost),
    mark_price: ticksText(market.scale, market.markTicks),
    unrealized_pnl: moneyText(notional(market, market.markTicks, size) - cost),
    unsettled_funding: moneyText(unsettledFunding(holding)),
    paid_funding: moneyText(holding.fundingPaid),
    liquidation_price:
      liquidation === undefined ? null : ticksText(market.scale, Number(liquidation)),
    initial_margin: moneyText(initial),
    maintenance_margin: moneyText(margin.maintenance),
    ...(isolated !== null && { isolated_wallet: moneyText(isolated.wallet) }),
    last_updated_at: holding.updatedAt,
  };
}

/** Digits of a funding rate. */
export const FUNDING_DECIMALS = 9;

/** The value of the position that paid or received funding, and the rate then. */
export function fundingTerms({ market, lots }: Pick<FundingEvent, "market" | "lots">) {
  return {
    notional: moneyText(notional(market, market.markTicks, Math.abs(lots))),
    rate: formatDecimal(market.funding.rate, FUNDING_DECIMALS),
  };
}

/** What becomes of a position in the stream of its account when it is closed. `side` is that which it had. */
export function closedPositionRecord(
  holding: Holding,
  side: PositionRecord["side"],
): PositionRecord {
  const { account, market, updatedAt } = holding;
  const { initial, maintenance } = holdingMargin(holding);
  return {
    account: account.pubkey,
    market: market.listing.symbol,
    side,
    size: lotsText(market.scale, 0),
    average_entry_price: ticksText(market.scale, 0),
    cost: moneyText(0n),
    mark_price: ticksText(market.scale, market.markTicks),
    unrealized_pnl: moneyText(0n),
    unsettled_funding: moneyText(0n),
    paid_funding: moneyText(0n),
    liquidation_price: null,
    initial_margin: moneyText(initial),
    maintenance_margin: moneyText(maintenance),
    last_updated_at: updatedAt,
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

export function signerRecord(signer: Signer) {
  return {
    signer: signer.pubkey,
    label: signer.label,
    scopes: signer.scopes,
    expires_at: signer.expiresAt,
  };
}

export function transferRecord(transfer: Transfer): TransferRecord {
  const { id, account, kind, amount, createdAt } = transfer;
  const known = { id, account, kind, amount: moneyText(amount), asset: "USDC" };
  const more = transfer.kind === "DEPOSIT" ? depositFields(transfer) : withdrawalFields(transfer);
  return { ...known, ...more, created_at: createdAt };
}

function depositFields({ txHash, source, reference, createdAt }: Deposit) {
  return {
    status: "SETTLED" as const,
    fee: null,
    tx_hash: txHash,
    source,
    reference,
    digest: null,
    reason: null,
    settled_at: createdAt,
    last_updated_at: createdAt,
  };
}

function withdrawalFields(withdrawal: Withdrawal) {
  const { status, digest, reason, updatedAt, payload } = withdrawal;
  return {
    status,
    fee: moneyText(usdcAmount(decodeWithdraw(Buffer.from(payload, "hex")).fee ?? "0") ?? 0n),
    tx_hash: paymentOf(withdrawal),
    source: null,
    reference: null,
    digest,
    reason,
    settled_at: status === "SETTLED" ? updatedAt : null,
    last_updated_at: updatedAt,
  };
}

/** The transaction that paid a withdrawal; until one is final, the latest that was sent. */
export function paymentOf({ txHash, attempts }: Withdrawal): string | null {
  return txHash ?? attempts.at(-1)?.signature ?? null;
}
