/** The reads of an account, the venue's answers and this browser's storage, and the notices that they lead to. */
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, vi } from "vitest";
import { beginReads, endReads, putRead } from "#components/trading/account-reads/account-store.ts";
import { notificationCount, type Raised, raisedAfter } from "#components/ui/notify.ts";
import type {
  AccountRecord,
  FillRecord,
  OrderRecord,
  PositionRecord,
} from "#lib/protocol/wire/account.ts";

export const ANN = "ann";

/** By `fills`, or by the id of an order. Another path fails. */
export let answers: Record<string, () => Response> = {};

let before = 0;

/** Begins with nothing known, and ends the reads after each test. */
export function watchNews(stop: () => void): void {
  beforeEach(() => {
    const stored = new Map<string, string>();
    answers = { fills: () => Response.json({ results: [], next: null }) };
    before = notificationCount();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
    vi.stubGlobal("fetch", (url: string) => {
      const name = /\/api\/venue\/(?:orders\/)?(\w+)/.exec(url)?.[1] ?? "";
      const answer = answers[name];
      return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("No connection."));
    });
    beginReads(ANN, () => Promise.resolve());
  });
  afterEach(() => {
    stop();
    endReads(ANN);
  });
}

/** The notices of this test. Without a page their texts are the keys of the messages. */
export const news = (): readonly Raised[] => raisedAfter(before);

/** Answers take some turns of the event loop to be read, and the first news load their words. */
export async function settled(): Promise<void> {
  await Promise.all([
    import("./notice-text.ts"),
    import("./margin-warnings.ts"),
    import("./order-result.ts"),
  ]);
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

export const order = (change: Partial<Record<keyof OrderRecord, unknown>> = {}): OrderRecord =>
  ({
    id: "1",
    account: ANN,
    market: "BTCUSDC",
    side: "BUY",
    order_type: "LIMIT",
    size: "0.2",
    filled_size: "0",
    price: "59000",
    trigger_price: null,
    status: "CLOSED",
    cancel_reason: "",
    ...change,
  }) as OrderRecord;

export function readOrders(...orders: OrderRecord[]): void {
  putRead(ANN, "orders", { data: orders, isPending: false, isError: false, error: null });
}

export const position = (market: string, size: string) => ({ market, size }) as PositionRecord;

export function readPositions(...positions: PositionRecord[]): void {
  putRead(ANN, "positions", { data: positions, isPending: false, isError: false, error: null });
}

export function readAccount(
  account: Partial<Record<Exclude<keyof AccountRecord, "isolated">, string>> & {
    isolated?: { value: string; maintenance_margin: string }[];
  },
): void {
  const figures = { balance: "100", unrealized_pnl: "0", unsettled_funding: "0", status: "ACTIVE" };
  const data = { ...figures, ...account } as unknown as AccountRecord;
  putRead(ANN, "account", { data, isPending: false, isError: false, error: null });
}

export const fill = (change: Partial<Record<keyof FillRecord, unknown>>): FillRecord =>
  ({
    id: 1,
    account: ANN,
    market: "ETHUSDC",
    order_id: "1",
    trade_type: "FILL",
    side: "SELL",
    price: "3158.4",
    size: "1",
    fee: "2",
    realized_pnl: "0",
    created_at: 1_000,
    ...change,
  }) as FillRecord;
