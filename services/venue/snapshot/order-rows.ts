/** Orders as rows without references, and outcomes that name orders by their row. */
import type { Grouping } from "#lib/protocol/enumerations.ts";
import type {
  Account,
  MarketState,
  Order,
  OrderGroup,
} from "#services/venue/engine/market-state.ts";
import type { FillRow, Outcome } from "#services/venue/engine/outcome.ts";
import { ColumnReader, type Columns, columnsOf } from "./columns.ts";

/** `account` and `market` are ordinals. */
type OrderRow = Omit<Order, "account" | "market" | "previous" | "next" | "group"> & {
  account: number;
  market: number;
};

/** Orders are rows of the order table. */
export type GroupRow = {
  id: number;
  grouping: Grouping;
  entry: number | undefined;
  children: number[];
};

type WithOrders = "order" | "group" | "batch" | "canceled" | "signer_revoked" | "duplicate";

export type OutcomeRow =
  | Exclude<Outcome, { kind: WithOrders }>
  | { kind: "order"; order: number; fills: FillRow[] }
  /** An order of the group. */
  | { kind: "group"; order: number; fills: FillRow[] }
  | { kind: "batch"; items: OutcomeRow[] }
  | { kind: "canceled"; orders: number[] }
  | { kind: "signer_revoked"; pubkey: string; canceled: number[] }
  | { kind: "duplicate"; original: OutcomeRow };

export type OrderColumns = Columns<OrderRow>;

const FIELDS: { [Name in keyof OrderRow]: (order: Order) => OrderRow[Name] } = {
  account: (order) => order.account.ordinal,
  market: (order) => order.market.ordinal,
  id: (order) => order.id,
  signer: (order) => order.signer,
  side: (order) => order.side,
  type: (order) => order.type,
  timeInForce: (order) => order.timeInForce,
  flags: (order) => order.flags,
  ticks: (order) => order.ticks,
  triggerTicks: (order) => order.triggerTicks,
  triggerSource: (order) => order.triggerSource,
  size: (order) => order.size,
  sizeText: (order) => order.sizeText,
  priceText: (order) => order.priceText,
  triggerText: (order) => order.triggerText,
  remaining: (order) => order.remaining,
  filled: (order) => order.filled,
  filledValue: (order) => order.filledValue,
  status: (order) => order.status,
  cancelReason: (order) => order.cancelReason,
  clientId: (order) => order.clientId,
  source: (order) => order.source,
  timestamp: (order) => order.timestamp,
  digest: (order) => order.digest,
  createdAt: (order) => order.createdAt,
  updatedAt: (order) => order.updatedAt,
  seq: (order) => order.seq,
  priority: (order) => order.priority,
  queueTicks: (order) => order.queueTicks,
};

/** Numbers every order that is met, so that each is written once, however many records refer to it. */
export class OrderTable {
  readonly #numbers = new Map<Order, number>();

  numberOf(order: Order): number {
    const known = this.#numbers.get(order);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(order, number);
    return number;
  }

  numbersOf(orders: Iterable<Order>): number[] {
    return Array.from(orders, (order) => this.numberOf(order));
  }

  outcomeRow(outcome: Outcome): OutcomeRow {
    switch (outcome.kind) {
      case "order":
        return { ...outcome, order: this.numberOf(outcome.order) };
      case "group": {
        const { kind, group, fills } = outcome;
        return { kind, order: this.numberOf(firstChild(group)), fills };
      }
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
      case "leverage":
      case "isolated_margin":
      case "api_key":
      case "api_key_revoked":
      case "signer":
      case "transfer":
      case "marks":
      case "listed":
      case "tick":
      case "writer":
      case "rules":
      case "market_status":
      case "fee_discount":
        return outcome;
    }
  }

  /** The groups of the orders that were numbered so far, whose other orders are numbered too. */
  groupRows(): GroupRow[] {
    const groups = new Set<OrderGroup>();
    for (const { group } of this.#numbers.keys()) if (group !== undefined) groups.add(group);
    return Array.from(groups, ({ id, grouping, entry, children }) => ({
      id,
      grouping,
      entry: entry && this.numberOf(entry),
      children: this.numbersOf(children),
    }));
  }

  /** Take it last: it holds the orders that were numbered so far. */
  columns(): OrderColumns {
    return columnsOf<Order, OrderRow>([...this.#numbers.keys()], FIELDS);
  }
}

export type Owners = { accounts: readonly Account[]; markets: readonly MarketState[] };

/** The way back; orders stand in no queue yet. */
export class RestoredOrders {
  readonly #orders: Order[];

  constructor(columns: OrderColumns, owners: Owners, groups: readonly GroupRow[]) {
    this.#orders = ordersOf(columns, owners);
    for (const row of groups) this.#join(row);
  }

  #join({ id, grouping, entry: first, children: others }: GroupRow): void {
    const entry = first === undefined ? undefined : this.at(first);
    const children = this.all(others);
    const group = { id, grouping, entry, children };
    for (const order of children) order.group = group;
    if (entry !== undefined) entry.group = group;
  }

  at(number: number): Order {
    const order = this.#orders[number];
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
      case "group": {
        const { group } = this.at(row.order);
        if (group === undefined) throw new RangeError("an outcome of the snapshot has no group");
        return { kind: row.kind, group, fills: row.fills };
      }
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
      case "leverage":
      case "isolated_margin":
      case "api_key":
      case "api_key_revoked":
      case "signer":
      case "transfer":
      case "marks":
      case "listed":
      case "tick":
      case "writer":
      case "rules":
      case "market_status":
      case "fee_discount":
        return row;
    }
  }
}

/** Written out in full: objects of one shape keep matching fast. */
function ordersOf(columns: OrderColumns, owners: Owners): Order[] {
  const reader = new ColumnReader<OrderRow>(columns);
  const [account, market] = [reader.field("account"), reader.field("market")];
  const id = reader.field("id");
  const signer = reader.field("signer");
  const side = reader.field("side");
  const type = reader.field("type");
  const timeInForce = reader.field("timeInForce");
  const flags = reader.field("flags");
  const ticks = reader.field("ticks");
  const triggerTicks = reader.field("triggerTicks");
  const triggerSource = reader.field("triggerSource");
  const size = reader.field("size");
  const sizeText = reader.field("sizeText");
  const priceText = reader.field("priceText");
  const triggerText = reader.field("triggerText");
  const remaining = reader.field("remaining");
  const filled = reader.field("filled");
  const filledValue = reader.field("filledValue");
  const status = reader.field("status");
  const cancelReason = reader.field("cancelReason");
  const clientId = reader.field("clientId");
  const source = reader.field("source");
  const timestamp = reader.field("timestamp");
  const digest = reader.field("digest");
  const createdAt = reader.field("createdAt");
  const updatedAt = reader.field("updatedAt");
  const seq = reader.field("seq");
  const priority = reader.field("priority");
  const queueTicks = reader.field("queueTicks");
  return Array.from({ length: reader.count }, (_, row) => ({
    id: id(row),
    account: owner(owners.accounts, account(row)),
    signer: signer(row),
    market: owner(owners.markets, market(row)),
    side: side(row),
    type: type(row),
    timeInForce: timeInForce(row),
    flags: flags(row),
    ticks: ticks(row),
    triggerTicks: triggerTicks(row),
    triggerSource: triggerSource(row),
    size: size(row),
    sizeText: sizeText(row),
    priceText: priceText(row),
    triggerText: triggerText(row),
    remaining: remaining(row),
    filled: filled(row),
    filledValue: filledValue(row),
    status: status(row),
    cancelReason: cancelReason(row),
    clientId: clientId(row),
    source: source(row),
    timestamp: timestamp(row),
    digest: digest(row),
    createdAt: createdAt(row),
    updatedAt: updatedAt(row),
    seq: seq(row),
    priority: priority(row),
    queueTicks: queueTicks(row),
    previous: undefined,
    next: undefined,
    group: undefined,
  }));
}

function firstChild({ children }: OrderGroup): Order {
  const [child] = children;
  if (child === undefined) throw new RangeError("a group has no child");
  return child;
}

function owner<Owner>(owners: readonly Owner[], ordinal: number): Owner {
  const found = owners[ordinal];
  if (found === undefined) throw new RangeError("an order of the snapshot has no owner");
  return found;
}
