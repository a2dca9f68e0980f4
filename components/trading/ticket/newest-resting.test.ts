import { expect, test } from "vitest";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";
import { newestResting } from "./newest-resting.ts";

const order = (id: string, changes: Partial<OrderRecord> = {}) =>
  ({
    id,
    market: "BTCUSDC",
    status: "OPEN",
    order_type: "LIMIT",
    flags: 0,
    created_at: Number(id),
    ...changes,
  }) as OrderRecord;

test("a chase moves the newest limit order of the market, and an entry before an exit", () => {
  const orders = [
    order("1"),
    order("2"),
    order("3", { flags: ORDER_FLAG.REDUCE_ONLY }),
    order("4", { market: "ETHUSDC" }),
    order("5", { status: "UNTRIGGERED", order_type: "STOP_LOSS_MARKET" }),
  ];
  expect(newestResting(orders, "BTCUSDC")?.id).toBe("2");
  expect(newestResting(orders.slice(2), "BTCUSDC")?.id).toBe("3");
  expect(newestResting(orders.slice(3), "BTCUSDC")).toBeUndefined();
});
