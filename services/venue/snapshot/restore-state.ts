/** The state from its rows. Queues are built again in their order; what is computed from the rest is computed again. */
import { holdingOf } from "#services/venue/engine/accounts.ts";
import { fileClientId } from "#services/venue/engine/client-ids.ts";
import { createMarket } from "#services/venue/engine/create-market.ts";
import { EffectLog } from "#services/venue/engine/effect-log.ts";
import { Fifo } from "#services/venue/engine/fifo.ts";
import { LiquidationIndex } from "#services/venue/engine/liquidation-index.ts";
import type { Account, ApiKey, MarketState } from "#services/venue/engine/market-state.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { fromColumns } from "./columns.ts";
import { restoreDigests } from "./digest-rows.ts";
import { RestoredOrders } from "./order-rows.ts";
import type { AccountRow, MarketRow, StateRows } from "./state-rows.ts";

/** @throws when rows name what is not there. */
export function restoreState(rows: StateRows): VenueState {
  const markets = rows.markets.map(marketOf);
  const accounts = rows.accounts.map(accountOf);
  const orders = new RestoredOrders(rows.orderTable, { accounts, markets }, rows.groups);
  const apiKeys = new Map(rows.apiKeys.map((key) => [key.hash, key]));
  const bySymbol = new Map(markets.map((market) => [market.listing.symbol, market]));
  for (const row of rows.markets) fillQueues(found(markets[row.ordinal]), row, orders);
  for (const [index, row] of rows.accounts.entries()) {
    fillAccount(found(accounts[index]), row, { orders, apiKeys, markets: bySymbol });
  }
  const state: VenueState = {
    ...rows.counters,
    markets: bySymbol,
    accounts: new Map(accounts.map((account) => [account.pubkey, account])),
    orders: new Map(orders.all(rows.orders).map((order) => [order.id, order])),
    closedOrders: fifo(orders.all(rows.closedOrders)),
    apiKeys,
    transfers: new Map(
      fromColumns(rows.transfers).map((transfer) => [transfer.reference, transfer]),
    ),
    withdrawals: new Map(
      fromColumns(rows.withdrawals).map((withdrawal) => [withdrawal.id, withdrawal]),
    ),
    digests: new Map(),
    digestQueue: new Fifo(),
    clientIdQueue: new Fifo(),
    scheduled: new Set(rows.scheduled.map((ordinal) => found(accounts[ordinal]))),
    unindexed: new Set(accounts.filter(hasPosition)),
    liquidations: new LiquidationIndex(),
    effects: new EffectLog(rows.effects),
  };
  restoreDigests(state, rows.digests, orders);
  for (const row of fromColumns(rows.clientIds)) {
    fileClientId(state, { ...row, account: found(accounts[row.account]) });
  }
  return state;
}

type Parts = {
  orders: RestoredOrders;
  apiKeys: ReadonlyMap<string, ApiKey>;
  markets: ReadonlyMap<string, MarketState>;
};

function marketOf(row: MarketRow): MarketState {
  const { bookTime } = row.figures;
  return Object.assign(createMarket(row.listing, row.ordinal, bookTime), row.figures);
}

function accountOf(row: AccountRow): Account {
  return {
    ...row.figures,
    holdings: new Map(),
    signers: new Map(row.signers.map((signer) => [signer.pubkey, signer])),
    closed: new Set(),
    clientIds: new Map(),
    keptClientIds: new Map(),
    apiKeys: new Map(),
  };
}

function fillQueues(market: MarketState, row: MarketRow, orders: RestoredOrders): void {
  for (const order of orders.all(row.rests)) market.book.add(order);
  for (const order of orders.all(row.waits)) market.triggers.add(order);
}

function fillAccount(account: Account, row: AccountRow, parts: Parts): void {
  const { orders, apiKeys, markets } = parts;
  for (const order of orders.all(row.closed)) account.closed.add(order);
  for (const order of orders.all(row.clientIds)) account.clientIds.set(order.clientId ?? "", order);
  for (const hash of row.apiKeys) {
    const key = found(apiKeys.get(hash));
    account.apiKeys.set(key.id, key);
  }
  for (const { market, figures, ...queues } of row.holdings) {
    const holding = holdingOf(account, found(markets.get(market)));
    Object.assign(holding, figures);
    for (const order of orders.all(queues.orders)) holding.orders.add(order);
    for (const order of orders.all(queues.untriggered)) holding.untriggered.add(order);
  }
}

function hasPosition(account: Account): boolean {
  for (const holding of account.holdings.values()) if (holding.size !== 0) return true;
  return false;
}

function fifo<Item>(items: readonly Item[]): Fifo<Item> {
  const queue = new Fifo<Item>();
  for (const item of items) queue.push(item);
  return queue;
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new RangeError("a row of the snapshot names what it does not have");
  return value;
}
