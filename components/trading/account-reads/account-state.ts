/**
 * The state of an account as its stream sends it: a whole state between `reset` and `margin`, then changes. Pure: it
 * follows from the events alone. An event that is older than what is known changes nothing.
 */
import { type AccountEventName, hasEnded } from "#components/trading/live/account-follow.ts";
import { isRecord } from "#lib/protocol/is-record.ts";
import type {
  AccountRecord,
  FundingRecord,
  OrderRecord,
  PositionRecord,
  TransferRecord,
} from "#lib/protocol/wire/account.ts";
import type { MarginRecord, StreamFill } from "#lib/protocol/wire/account-stream.ts";

/** An event that is not part of the state: a fill, a transfer, a funding payment, or a change of an order. */
export type AccountFact =
  | { name: "fill"; data: StreamFill }
  | { name: "transfer"; data: TransferRecord }
  | { name: "funding"; data: FundingRecord }
  | { name: "order"; data: OrderRecord };

export type AccountEvent =
  | { name: "reset"; data: { account: string } }
  | { name: "followed"; data: { live: boolean } }
  | { name: "account"; data: AccountRecord }
  | { name: "position"; data: PositionRecord }
  | { name: "margin"; data: MarginRecord }
  | AccountFact;

/** The types of the fields by which records are kept and compared. */
const FIELDS: Readonly<Record<AccountEventName, Readonly<Record<string, string>>>> = {
  reset: {},
  followed: { live: "boolean" },
  account: { balance: "string", seq_no: "number", last_updated_at: "number" },
  order: { id: "string", market: "string", status: "string", seq_no: "number" },
  position: { market: "string", size: "string", last_updated_at: "number" },
  margin: { level: "string" },
  fill: { id: "number", market: "string", price: "string", size: "string", created_at: "number" },
  transfer: { id: "string", status: "string", created_at: "number" },
  funding: { id: "number", market: "string", created_at: "number" },
};

/** Parses one event; `undefined` when its shape is another, or when it is of another account. */
export function parseAccountEvent(
  account: string,
  name: AccountEventName,
  text: string,
): AccountEvent | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(data) || data.account !== account) return undefined;
  for (const [field, type] of Object.entries(FIELDS[name])) {
    // oxlint-disable-next-line valid-typeof -- the types are those of the table
    if (typeof data[field] !== type) return undefined;
  }
  return { name, data } as unknown as AccountEvent;
}

export type ListName = "account" | "positions" | "orders";

/** Ended orders that are remembered, so that an older event does not open them again. */
const MAX_ENDED = 500;

/** Records by what identifies them, with those that have ended since the last whole state. */
type Records = {
  account: AccountRecord | undefined;
  positions: Map<string, PositionRecord>;
  orders: Map<string, OrderRecord>;
  ended: Set<string>;
};

const empty = (): Records => ({
  account: undefined,
  positions: new Map(),
  orders: new Map(),
  ended: new Set(),
});

export class AccountState {
  /** What is shown: it stays while the next whole state arrives. */
  #shown = empty();
  /** The whole state that is arriving. */
  #arriving: Records | undefined;
  #isComplete = false;
  #lists: Lists = { positions: [], orders: [] };
  /** Lists that are made again when they are next read: changes come in bursts. */
  readonly #outdated = new Set<ListName>();

  /** Whether the state is whole and followed. What is shown may be older while it is not. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** `undefined` before the first whole state. The same object until it changes. */
  get account(): AccountRecord | undefined {
    return this.#shown.account;
  }

  /** In the order of their first appearance. The same array until one changes. */
  get positions(): PositionRecord[] {
    if (this.#outdated.delete("positions")) {
      const held = [...this.#shown.positions.values()].filter((one) => !hasEnded("position", one));
      this.#lists.positions = sameListOr(this.#lists.positions, held);
    }
    return this.#lists.positions;
  }

  /** Open ones, the newest first, as the venue lists them. The same array until one changes. */
  get orders(): OrderRecord[] {
    if (this.#outdated.delete("orders")) {
      const open = [...this.#shown.orders.values()]
        .filter((one) => !hasEnded("order", one))
        .toSorted((a, b) => Number(b.id) - Number(a.id));
      this.#lists.orders = sameListOr(this.#lists.orders, open);
    }
    return this.#lists.orders;
  }

  /** An order as it was last sent; also one of the last that ended. */
  order(id: string): OrderRecord | undefined {
    return this.#shown.orders.get(id);
  }

  /** Events may have been missed: only the next whole state is complete. */
  interrupt(): void {
    this.#isComplete = false;
    this.#arriving = undefined;
  }

  /** @returns the lists that are shown differently than before */
  apply(event: AccountEvent): readonly ListName[] {
    switch (event.name) {
      case "reset":
        this.#isComplete = false;
        this.#arriving = empty();
        return [];
      case "followed":
        this.interrupt();
        return [];
      case "margin":
        return this.#arriving === undefined ? [] : this.#complete(this.#arriving);
      case "account":
      case "position":
      case "order": {
        const records = this.#arriving ?? (this.#isComplete ? this.#shown : undefined);
        if (records === undefined) return [];
        const changed = put(records, event);
        if (records !== this.#shown || changed === undefined) return [];
        this.#outdated.add(changed);
        return [changed];
      }
      case "fill":
      case "transfer":
      case "funding":
        return [];
    }
  }

  #complete(next: Records): readonly ListName[] {
    const before = { ...this.#shown, lists: [this.positions, this.orders] };
    // Rows that are the same stay the same objects, and are not drawn again.
    next.account = sameOr(before.account, next.account);
    for (const [id, order] of next.orders)
      next.orders.set(id, sameOr(before.orders.get(id), order));
    for (const [market, position] of next.positions)
      next.positions.set(market, sameOr(before.positions.get(market), position));
    this.#shown = next;
    this.#arriving = undefined;
    this.#isComplete = true;
    this.#outdated.add("positions").add("orders");
    const changed: ListName[] = next.account === before.account ? [] : ["account"];
    if (this.positions !== before.lists[0]) changed.push("positions");
    if (this.orders !== before.lists[1]) changed.push("orders");
    return changed;
  }
}

type StateEvent = Extract<AccountEvent, { name: "account" | "position" | "order" }>;

/** @returns the changed list; `undefined` when the record is older than the known one */
function put(records: Records, event: StateEvent): ListName | undefined {
  switch (event.name) {
    case "account":
      if (isOlder(event.data, records.account)) return undefined;
      records.account = event.data;
      return "account";
    case "position": {
      const { data } = event;
      if (isOlder(data, records.positions.get(data.market))) return undefined;
      records.positions.set(data.market, data);
      return "positions";
    }
    case "order":
      return putOrder(records, event.data) ? "orders" : undefined;
  }
}

function putOrder({ orders, ended }: Records, order: OrderRecord): boolean {
  const { id } = order;
  if (isOlder(order, orders.get(id))) return false;
  // No order opens again.
  if (ended.has(id) && !hasEnded("order", order)) return false;
  orders.set(id, order);
  if (!hasEnded("order", order)) return true;
  ended.add(id);
  const [oldest] = ended;
  if (ended.size > MAX_ENDED && oldest !== undefined) {
    ended.delete(oldest);
    orders.delete(oldest);
  }
  return true;
}

type Versioned = { seq_no?: number; last_updated_at: number };

/** Figures that follow the mark change without a new version. */
function isOlder(next: Versioned, known: Versioned | undefined): boolean {
  if (known === undefined) return false;
  if ((next.seq_no ?? 0) !== (known.seq_no ?? 0)) return (next.seq_no ?? 0) < (known.seq_no ?? 0);
  return next.last_updated_at < known.last_updated_at;
}

type Lists = { positions: PositionRecord[]; orders: OrderRecord[] };

function sameListOr<Row>(before: Row[], next: Row[]): Row[] {
  const isSame = before.length === next.length && next.every((row, index) => row === before[index]);
  return isSame ? before : next;
}

function sameOr<Row>(before: Row | undefined, next: Row): Row {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(next) ? before : next;
}
