/**
 * What happened to an account without an action of this page: fills of resting orders, triggers that fired, ends that
 * the venue decided. Pure: it compares what was seen last with a new read.
 */
import { compareDecimals } from "#components/trading/tables/columns.ts";
import type { FillRecord, OrderRecord } from "#lib/protocol/wire/account.ts";

/** 0: safe. 1: half of the way to liquidation. 2: four fifths. */
export type MarginLevel = 0 | 1 | 2;

/** What this browser saw last of an account. */
export type Seen = {
  /** The open orders, with their filled size. */
  open: Readonly<Record<string, string>>;
  /** The newest fill; 0 when none was read. */
  fill: number;
  /** How close to liquidation the account was at the last notice. */
  margin?: MarginLevel;
};

export type OrderNews =
  | { kind: "filled" | "part-filled"; order: OrderRecord }
  | { kind: "ended"; order: OrderRecord };

/** The open orders as they will be compared with the next read. */
export function openAsSeen(orders: readonly OrderRecord[]): Seen["open"] {
  return Object.fromEntries(orders.map(({ id, filled_size }) => [id, filled_size]));
}

/** Open orders that filled in part since, and the ids of those that are open no more. */
export function changesOf(
  seen: Seen["open"],
  orders: readonly OrderRecord[],
): { filled: OrderRecord[]; gone: string[] } {
  const now = new Set(orders.map(({ id }) => id));
  const filled = orders.filter(({ id, filled_size }) => {
    const before = seen[id];
    return before !== undefined && compareDecimals(filled_size, before) > 0;
  });
  return { filled, gone: Object.keys(seen).filter((id) => !now.has(id)) };
}

/** What to say of an order that is open no more; `undefined` when its owner cancelled it, or when it is open. */
export function newsOfEnd(order: OrderRecord): OrderNews | undefined {
  if (order.status !== "CLOSED" || order.cancel_reason === "USER_CANCELED") return undefined;
  return { kind: order.cancel_reason === "" ? "filled" : "ended", order };
}

/** Fills that the venue decided: liquidations, takeovers and deleveraging. */
export function forcedSince(fill: number, fills: readonly FillRecord[]): FillRecord[] {
  return fills.filter(({ id, trade_type }) => id > fill && trade_type !== "FILL");
}
