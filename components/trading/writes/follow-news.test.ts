/** Notices of what happened to resting orders, from the reads of an account and what this browser saw before. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginReads, endReads, putRead } from "#components/trading/account-state/account-store.ts";
import { notificationCount, raisedAfter } from "#components/ui/notify.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { followNews } from "./follow-news.ts";

const ANN = "ann";

let kept: Map<string, string>;
let answers: Record<string, () => Response>;
let before: number;
let stop: (() => void) | undefined;

beforeEach(() => {
  kept = new Map();
  answers = { fills: () => Response.json({ results: [], next: null }) };
  before = notificationCount();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("fetch", (url: string) => {
    const name = /\/api\/venue\/(?:orders\/)?(\w+)/.exec(url)?.[1] ?? "";
    const answer = answers[name];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("No connection."));
  });
  beginReads(ANN, () => Promise.resolve());
});
afterEach(() => {
  stop?.();
  stop = undefined;
  endReads(ANN);
  vi.unstubAllGlobals();
});

const order = (change: Partial<Record<keyof OrderRecord, unknown>> = {}): OrderRecord =>
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
    cancel_reason: "",
    ...change,
  }) as OrderRecord;

function readOrders(...orders: OrderRecord[]): void {
  putRead(ANN, "orders", { data: orders, isPending: false, isError: false, error: null });
}

/** The messages of the notices, which are their keys in a test without a page. */
const told = () => raisedAfter(before).map(({ text }) => text);
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test("a fill of a resting order and its end are told once", async () => {
  stop = followNews(ANN);
  readOrders(order());
  await settled();
  expect(told()).toEqual([]);
  readOrders(order({ filled_size: "0.1" }));
  await settled();
  expect(told()).toEqual(["newsPart"]);
  answers["1"] = () => Response.json(order({ filled_size: "0.2" }));
  readOrders();
  await settled();
  readOrders(order({ id: "2" }));
  await settled();
  expect(told()).toEqual(["newsPart", "newsFilled"]);
});

test("an order that its owner cancelled, and one that the venue does not know, are no news", async () => {
  stop = followNews(ANN);
  readOrders(order(), order({ id: "2" }));
  answers["1"] = () => Response.json(order({ cancel_reason: "USER_CANCELED" }));
  answers["2"] = () => Response.json({ error: "ORDER_NOT_FOUND" }, { status: 404 });
  readOrders();
  await settled();
  expect(told()).toEqual([]);
});

test("an end that could not be read is looked up again with the next read of the orders", async () => {
  stop = followNews(ANN);
  readOrders(order());
  readOrders();
  await settled();
  expect(told()).toEqual([]);
  answers["1"] = () => Response.json(order({ cancel_reason: "SELF_TRADE" }));
  readOrders();
  await settled();
  expect(told()).toEqual(["newsEnded"]);
});

test("a page that opens later tells what happened while none was open", async () => {
  stop = followNews(ANN);
  readOrders(order());
  await settled();
  stop();
  answers["1"] = () => Response.json(order({ filled_size: "0.2" }));
  stop = followNews(ANN);
  readOrders();
  await settled();
  expect(told()).toEqual(["newsFilled"]);
});
