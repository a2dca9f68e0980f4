/**
 * A digest of everything that decides the venue's future: equal hashes mean equal states. What is computed from the
 * rest (margins, the liquidation index, terms of a listing) is left out. Maps are read in order of insertion, because
 * that order decides too.
 */
import { createHash } from "node:crypto";
import type { Account, Holding, MarketState, Order, Outcome, VenueState } from "./state.ts";

/** Characters that are gathered before they are hashed. */
const CHUNK = 65_536;

type Part = string | number | bigint | null | undefined;

class Lines {
  private readonly hash = createHash("sha256");
  private text = "";

  add(...parts: Part[]): void {
    this.text += `${parts.join("|")}\n`;
    if (this.text.length < CHUNK) return;
    this.hash.update(this.text);
    this.text = "";
  }

  digest(): string {
    return this.hash.update(this.text).digest("hex");
  }
}

/** Lowercase hex SHA-256 over a canonical text of the state. */
export function stateHash(state: VenueState): string {
  const lines = new Lines();
  lines.add("state", state.seq, state.time, state.effects.head);
  lines.add(state.nextOrderId, state.nextTradeId, state.nextFillId, state.nextPriority);
  lines.add(state.fees, state.fundingPool, state.deposits);
  for (const market of state.markets.values()) addMarket(lines, market);
  for (const account of state.accounts.values()) addAccount(lines, account);
  for (const order of state.orders.values()) addOrder(lines, order);
  for (const order of state.closedOrders) lines.add("closed", order.id);
  for (const key of state.apiKeys.values()) lines.add("key", JSON.stringify(key));
  for (const { amount, ...transfer } of state.transfers.values()) {
    lines.add("transfer", amount, JSON.stringify(transfer));
  }
  for (const [digest, outcome] of state.digests) lines.add("digest", digest, outcomeText(outcome));
  for (const { digest, until } of state.digestQueue) lines.add("queue", digest, until);
  for (const account of state.scheduled) lines.add("scheduled", account.ordinal);
  return lines.digest();
}

function addMarket(lines: Lines, market: MarketState): void {
  const { funding, book } = market;
  lines.add("market", market.ordinal, JSON.stringify(market.listing));
  lines.add(market.markTicks, market.markTime, market.highestBuy, market.lowestSell);
  lines.add(market.lastTradeTicks, market.openInterest, market.bookSeq, market.bookTime);
  lines.add(funding.premium, funding.rate, funding.index, funding.time);
  for (const side of ["BUY", "SELL"] as const) {
    for (const level of book.side(side).fromBest()) lines.add(side, level.ticks, level.lots);
    for (const order of book.side(side).orders()) lines.add("rests", order.id);
  }
  for (const order of market.triggers.all()) lines.add("waits", order.id);
}

function addAccount(lines: Lines, account: Account): void {
  lines.add("account", account.pubkey, account.ordinal, account.balance, account.openOrders);
  lines.add(account.feeDiscountPpm, account.cancelAt, account.nextSliceAt);
  lines.add(account.seq, account.updatedAt);
  for (const signer of account.signers.values()) lines.add("signer", JSON.stringify(signer));
  for (const key of account.apiKeys.values()) lines.add("has key", key.hash);
  for (const clientId of account.clientIds) lines.add("client", JSON.stringify(clientId));
  for (const order of account.closed) lines.add("had", order.id);
  for (const holding of account.holdings.values()) addHolding(lines, holding);
}

function addHolding(lines: Lines, holding: Holding): void {
  lines.add("holding", holding.market.ordinal, holding.size, holding.cost, holding.fundingIndex);
  lines.add(holding.openBuy, holding.openSell, holding.openReduceOnly, holding.updatedAt);
  for (const order of holding.orders) lines.add("open", order.id);
  for (const order of holding.untriggered) lines.add("untriggered", order.id);
}

function addOrder(lines: Lines, order: Order): void {
  const { account, market, triggerSource, clientId } = order;
  lines.add("order", order.id, account.ordinal, market.ordinal, order.signer, order.side);
  lines.add(order.type, order.timeInForce, order.flags, order.ticks, order.triggerTicks);
  lines.add(triggerSource, order.size, order.sizeText, order.priceText, order.triggerText);
  lines.add(order.remaining, order.filled, order.filledValue, order.status, order.cancelReason);
  lines.add(JSON.stringify(clientId), order.source, order.timestamp, order.digest);
  lines.add(order.createdAt, order.updatedAt, order.seq, order.priority, order.queueTicks);
}

/** Orders are named by id: they are hashed with the state, or closed for good. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case "order":
      return `order ${outcome.order.id} ${fillsText(outcome.fills)}`;
    case "batch":
      return outcome.items.map(outcomeText).join(",");
    case "canceled":
      return `canceled ${idsText(outcome.orders)}`;
    case "signer_revoked":
      return `signer_revoked ${outcome.pubkey} ${idsText(outcome.canceled)}`;
    case "duplicate":
      return `duplicate ${outcomeText(outcome.original)}`;
    case "transfer":
      return `transfer ${outcome.transfer.id} ${outcome.repeated}`;
    case "refused":
    case "schedule":
    case "api_key":
    case "api_key_revoked":
    case "signer":
    case "marks":
    case "listed":
    case "tick":
    case "market_status":
    case "fee_discount":
      return JSON.stringify(outcome, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
  }
}

function idsText(orders: readonly Order[]): string {
  return orders.map((order) => order.id).join(" ");
}

function fillsText(
  fills: readonly { tradeId: number; ticks: number; lots: number; fee: bigint }[],
): string {
  return fills.map((fill) => `${fill.tradeId} ${fill.ticks} ${fill.lots} ${fill.fee}`).join(";");
}
