/** Orders as rows without references, and outcomes that name orders by their row. */
import type {
  Account,
  FillRow,
  MarketState,
  Order,
  Outcome,
} from "#services/venue/engine/state.ts";
import { type Columns, fromColumns, toColumns } from "./columns.ts";

/** `account` and `market` are ordinals. */
type OrderRow = Omit<Order, "account" | "market" | "previous" | "next"> & {
  account: number;
  market: number;
};

type WithOrders = "order" | "batch" | "canceled" | "signer_revoked" | "duplicate";

export type OutcomeRow =
  | Exclude<Outcome, { kind: WithOrders }>
  | { kind: "order"; order: number; fills: FillRow[] }
  | { kind: "batch"; items: OutcomeRow[] }
  | { kind: "canceled"; orders: number[] }
  | { kind: "signer_revoked"; pubkey: string; canceled: number[] }
  | { kind: "duplicate"; original: OutcomeRow };

export type OrderColumns = Columns<OrderRow>;

/** Numbers every order that is met, so that each is written once whoever holds it. */
export class OrderTable {
  private readonly numbers = new Map<Order, number>();

  numberOf(order: Order): number {
    const known = this.numbers.get(order);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(order, number);
    return number;
  }

  numbersOf(orders: Iterable<Order>): number[] {
    return Array.from(orders, (order) => this.numberOf(order));
  }

  outcomeRow(outcome: Outcome): OutcomeRow {
    switch (outcome.kind) {
      case "order":
        return { ...outcome, order: this.numberOf(outcome.order) };
      case "batch":
        return { ...outcome, items: outcome.items.map((item) => this.outcomeRow(item)) };
      case "canceled":
        return { ...outcome, orders: this.numbersOf(outcome.orders) };
      case "signer_revoked":
        return { ...outcome, canceled: this.numbersOf(outcome.canceled) };
      case "duplicate":
        return { ...outcome, original: this.outcomeRow(outcome.original) };
      case "refused":
      case "schedule":
      case "api_key":
      case "api_key_revoked":
      case "signer":
      case "transfer":
      case "marks":
      case "listed":
      case "tick":
      case "market_status":
      case "fee_discount":
        return outcome;
    }
  }

  /** Take it last: it holds the orders that were numbered so far. */
  columns(): OrderColumns {
    const rows = Array.from(this.numbers.keys(), (order): OrderRow => {
      const { account, market, previous: _, next: __, ...plain } = order;
      return { ...plain, account: account.ordinal, market: market.ordinal };
    });
    return toColumns(rows);
  }
}

export type Owners = { accounts: readonly Account[]; markets: readonly MarketState[] };

/** The way back; orders stand in no queue yet. */
export class RestoredOrders {
  private readonly orders: Order[];

  constructor(columns: OrderColumns, owners: Owners) {
    this.orders = fromColumns(columns).map((row) => orderOf(row, owners));
  }

  at(number: number): Order {
    const order = this.orders[number];
    if (order === undefined) throw new RangeError(`the snapshot has no order in row ${number}`);
    return order;
  }

  all(numbers: readonly number[]): Order[] {
    return numbers.map((number) => this.at(number));
  }

  outcome(row: OutcomeRow): Outcome {
    switch (row.kind) {
      case "order":
        return { ...row, order: this.at(row.order) };
      case "batch":
        return { ...row, items: row.items.map((item) => this.outcome(item)) };
      case "canceled":
        return { ...row, orders: this.all(row.orders) };
      case "signer_revoked":
        return { ...row, canceled: this.all(row.canceled) };
      case "duplicate":
        return { ...row, original: this.outcome(row.original) };
      case "refused":
      case "schedule":
      case "api_key":
      case "api_key_revoked":
      case "signer":
      case "transfer":
      case "marks":
      case "listed":
      case "tick":
      case "market_status":
      case "fee_discount":
        return row;
    }
  }
}

/** Written out in full: objects of one shape keep matching fast. */
function orderOf(row: OrderRow, owners: Owners): Order {
  const account = owners.accounts[row.account];
  const market = owners.markets[row.market];
  if (account === undefined || market === undefined) {
    throw new RangeError(`order ${row.id} of the snapshot has no owner`);
  }
  return {
    id: row.id,
    account,
    signer: row.signer,
    market,
    side: row.side,
    type: row.type,
    timeInForce: row.timeInForce,
    flags: row.flags,
    ticks: row.ticks,
    triggerTicks: row.triggerTicks,
    triggerSource: row.triggerSource,
    size: row.size,
    sizeText: row.sizeText,
    priceText: row.priceText,
    triggerText: row.triggerText,
    remaining: row.remaining,
    filled: row.filled,
    filledValue: row.filledValue,
    status: row.status,
    cancelReason: row.cancelReason,
    clientId: row.clientId,
    source: row.source,
    timestamp: row.timestamp,
    digest: row.digest,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    seq: row.seq,
    priority: row.priority,
    queueTicks: row.queueTicks,
    previous: undefined,
    next: undefined,
  };
}
