/**
 * A digest of the whole state: equal hashes mean that two venues behave alike from there on. What is computed from the
 * rest (margins, the liquidation index, terms of a listing) is left out. Maps are read in order of insertion, because
 * that order decides too.
 */
import { createHash } from "node:crypto";
import { GROUPING_CODE } from "#lib/protocol/enumerations.ts";
import { EffectLog } from "./effect-log.ts";
import type { Account, Holding, MarketState, Order, OrderGroup } from "./market-state.ts";
import type { FillRow, Outcome } from "./outcome.ts";
import type { VenueState } from "./venue-state.ts";

/** Characters that are gathered before they are hashed. */
const CHUNK = 65_536;

/** Two streams, of numbers and of texts; lists begin with their length, so that nothing can stand for something else. */
class Fingerprint {
  readonly #numbers = new EffectLog();
  readonly #texts = createHash("sha256");
  #gathered = "";

  counts(...values: number[]): void {
    for (const value of values) this.#numbers.hashNumber(value);
  }

  amount(value: bigint): void {
    this.#numbers.hashAmount(value);
  }

  text(value: string): void {
    this.#gathered += `${value.length} ${value}\n`;
    if (this.#gathered.length < CHUNK) return;
    this.#texts.update(this.#gathered);
    this.#gathered = "";
  }

  /** For rare fields: money in full, and records as JSON. */
  values(...values: unknown[]): void {
    this.text(JSON.stringify(values, plain));
  }

  ids(orders: Iterable<Order>): void {
    let length = 0;
    for (const order of orders) {
      this.#numbers.hashNumber(order.id);
      length += 1;
    }
    this.#numbers.hashNumber(-length);
  }

  digest(): string {
    this.#texts.update(this.#gathered);
    return this.#texts.update(this.#numbers.close()).digest("hex");
  }
}

/** Lowercase hex SHA-256 over the state. */
export function stateHash(state: VenueState): string {
  const print = new Fingerprint();
  const { markets, accounts, orders, apiKeys, digestQueue, scheduled } = state;
  const { transfers, withdrawals } = state;
  print.values(state.seq, state.time, state.effects.head);
  print.values(state.nextOrderId, state.nextTradeId, state.nextFillId, state.nextPriority);
  print.values(state.fees, state.fundingPool, state.deposits, state.reserved, state.withdrawn);
  print.counts(markets.size, accounts.size, orders.size, apiKeys.size);
  print.counts(transfers.size, withdrawals.size);
  print.counts(state.digests.size, digestQueue.size, scheduled.size);
  for (const market of markets.values()) addMarket(print, market);
  for (const account of accounts.values()) addAccount(print, account);
  for (const order of orders.values()) addOrder(print, order);
  print.ids(state.closedOrders);
  for (const key of apiKeys.values()) print.values(key);
  for (const transfer of transfers.values()) print.values(transfer);
  for (const withdrawal of withdrawals.values()) print.values(withdrawal);
  for (const [digest, outcome] of state.digests) {
    print.text(digest);
    addOutcome(print, outcome);
  }
  for (const { digest, until } of digestQueue) {
    print.text(digest);
    print.counts(until);
  }
  for (const account of scheduled) print.counts(account.ordinal);
  // A journal from before there were rules keeps its hash.
  if (state.rules > 0) addRules(print, state);
  return print.digest();
}

function addRules(print: Fingerprint, { rules, clientIdQueue }: VenueState): void {
  print.counts(rules, clientIdQueue.size);
  for (const { account, clientId, orderId, until } of clientIdQueue) {
    print.text(clientId);
    print.counts(account.ordinal, orderId, until);
  }
}

function addMarket(print: Fingerprint, market: MarketState): void {
  const { book, triggers, funding } = market;
  print.values(market.ordinal, market.listing, funding);
  print.counts(market.markTicks, market.markTime, market.highestBuy, market.lowestSell);
  print.counts(market.lastTradeTicks, market.openInterest, market.bookSeq, market.bookTime);
  for (const side of ["BUY", "SELL"] as const) {
    for (const level of book.side(side).fromBest()) print.counts(level.ticks, level.lots);
    print.ids(book.side(side).orders());
  }
  print.ids(triggers.all());
}

function addAccount(print: Fingerprint, account: Account): void {
  const { holdings, signers, apiKeys, clientIds } = account;
  print.text(account.pubkey);
  print.values(account.balance);
  print.counts(account.ordinal, account.openOrders, account.feeDiscountPpm, account.cancelAt);
  print.counts(account.nextSliceAt, account.seq, account.updatedAt);
  print.counts(holdings.size, signers.size, apiKeys.size, clientIds.size);
  for (const signer of signers.values()) print.values(signer);
  for (const key of apiKeys.values()) print.text(key.hash);
  for (const clientId of clientIds.keys()) print.text(clientId);
  print.ids(account.closed);
  for (const holding of holdings.values()) addHolding(print, holding);
}

function addHolding(print: Fingerprint, holding: Holding): void {
  print.values(holding.cost, holding.fundingIndex);
  print.counts(holding.market.ordinal, holding.size, holding.openBuy, holding.openSell);
  print.counts(holding.openReduceOnly, holding.updatedAt);
  // An account that never chose one keeps its hash.
  if (holding.leverage !== 0) print.text(`leverage ${holding.leverage}`);
  if (holding.isolated !== null) print.values("isolated", holding.isolated);
  print.ids(holding.orders);
  print.ids(holding.untriggered);
}

function addOrder(print: Fingerprint, order: Order): void {
  const { account, market, triggerSource, clientId } = order;
  print.counts(order.id, account.ordinal, market.ordinal, order.flags, order.ticks);
  print.counts(order.triggerTicks, triggerSource ?? -1, order.size, order.remaining, order.filled);
  print.counts(order.timestamp, order.createdAt, order.updatedAt, order.seq, order.priority);
  print.counts(order.queueTicks);
  print.amount(order.filledValue);
  print.text(
    `${order.side} ${order.type} ${order.timeInForce} ${order.status} ${order.cancelReason} ${order.source} ${order.signer} ${order.digest} ${order.sizeText} ${order.priceText} ${order.triggerText} ${clientId === null ? "" : JSON.stringify(clientId)}`,
  );
  if (order.group !== undefined) addGroup(print, order.group);
}

/** With what the orders of the group have filled: a child's size depends on it, also when the entry was forgotten. */
function addGroup(print: Fingerprint, { id, grouping, entry, children }: OrderGroup): void {
  print.counts(id, GROUPING_CODE[grouping], entry?.id ?? 0, entry?.filled ?? 0, children.length);
  for (const child of children) print.counts(child.id, child.filled);
}

/** Orders are named by id: they are hashed with the state, or closed for good. */
function addOutcome(print: Fingerprint, outcome: Outcome): void {
  if (outcome.kind !== "order") print.text(outcome.kind);
  switch (outcome.kind) {
    case "order":
      print.counts(outcome.order.id, outcome.fills.length);
      addFills(print, outcome.fills);
      return;
    case "batch":
      print.counts(outcome.items.length);
      for (const item of outcome.items) addOutcome(print, item);
      return;
    case "group":
      print.counts(outcome.group.id, outcome.group.children.length, outcome.fills.length);
      addFills(print, outcome.fills);
      return;
    case "canceled":
      print.ids(outcome.orders);
      return;
    case "signer_revoked":
      print.text(outcome.pubkey);
      print.ids(outcome.canceled);
      return;
    case "duplicate":
      addOutcome(print, outcome.original);
      return;
    case "transfer":
    case "refused":
    case "schedule":
    case "leverage":
    case "isolated_margin":
    case "api_key":
    case "api_key_revoked":
    case "signer":
    case "marks":
    case "listed":
    case "tick":
    case "writer":
    case "rules":
    case "market_status":
    case "fee_discount":
      print.values(outcome);
      return;
  }
}

function addFills(print: Fingerprint, fills: readonly FillRow[]): void {
  for (const fill of fills) {
    print.counts(fill.tradeId, fill.ticks, fill.lots);
    print.amount(fill.fee);
  }
}

function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
