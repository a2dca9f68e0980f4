import { describe, expect, test } from "vitest";
import type { Write } from "#components/trading/writes/use-orders.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { OrderRecord, PositionRecord } from "#lib/protocol/wire/account.ts";
import { linesOf, moveOf, profitOfPosition } from "./lines.ts";

const order = (fields: Partial<Record<keyof OrderRecord, unknown>>) =>
  ({
    id: "1",
    market: "BTCUSDC",
    side: "BUY",
    price: "64000",
    trigger_price: null,
    status: "OPEN",
    digest: "d1",
    ...fields,
  }) as OrderRecord;

const write = (fields: Partial<Record<keyof Write, unknown>>) =>
  ({
    digest: "w1",
    kind: "place",
    state: "sending",
    orderIds: [],
    order: { market: "BTCUSDC", side: "SELL", size: "0.1", price: "65000", trigger_price: null },
    ...fields,
  }) as Write;

const position = {
  market: "BTCUSDC",
  side: "SHORT",
  size: "-0.5",
  cost: "-32000",
  average_entry_price: "64000",
  liquidation_price: "70000",
} as unknown as PositionRecord;

const nothing = { orders: [], positions: [], writes: [] };
const short = (lines: ReturnType<typeof linesOf>) =>
  lines.map(({ kind, price, tone }) => `${kind} ${price} ${tone}`);

describe("chart lines", () => {
  test("a position has its entry and, where there is one, its liquidation price", () => {
    expect(short(linesOf("BTCUSDC", { ...nothing, positions: [position] }))).toEqual([
      "entry 64000 entry",
      "liquidation 70000 liquidation",
    ]);
    const safe = { ...position, liquidation_price: null };
    expect(linesOf("BTCUSDC", { ...nothing, positions: [safe] })).toHaveLength(1);
    expect(linesOf("ETHUSDC", { ...nothing, positions: [position] })).toEqual([]);
  });

  test("an order has a line at its limit, a waiting one at its trigger, a market order none", () => {
    const orders = [
      order({}),
      order({ id: "2", side: "SELL", price: null, trigger_price: "63000", status: "UNTRIGGERED" }),
      order({ id: "3", price: null }),
      order({ id: "4", status: "CLOSED" }),
    ];
    expect(short(linesOf("BTCUSDC", { ...nothing, orders }))).toEqual([
      "order 64000 buy",
      "order 63000 sell",
    ]);
  });

  test("what takes a profit and what stops a loss have tones of their own, also where both sell", () => {
    const exit = { side: "SELL", price: null, status: "UNTRIGGERED" };
    const orders = [
      order({ ...exit, id: "2", order_type: "TAKE_PROFIT_MARKET", trigger_price: "66000" }),
      order({ ...exit, id: "3", order_type: "STOP_LOSS_MARKET", trigger_price: "63000" }),
    ];
    expect(short(linesOf("BTCUSDC", { ...nothing, orders }))).toEqual([
      "order 66000 profit",
      "order 63000 loss",
    ]);
  });

  test("an order in flight is drawn until the venue's own is read", () => {
    expect(short(linesOf("BTCUSDC", { ...nothing, writes: [write({})] }))).toEqual([
      "write 65000 sell",
    ]);
    const both = { ...nothing, writes: [write({})], orders: [order({ digest: "w1" })] };
    expect(linesOf("BTCUSDC", both)).toHaveLength(1);
    for (const state of ["signing", "rejected", "accepted", "never-arrived"])
      expect(linesOf("BTCUSDC", { ...nothing, writes: [write({ state })] })).toEqual([]);
  });

  test("a move is the write that names the order and has not ended", () => {
    const moving = write({ kind: "modify", orderIds: ["1"], state: "unknown" });
    expect(moveOf("1", [moving])).toBe(moving);
    expect(moveOf("2", [moving])).toBeUndefined();
    expect(moveOf("1", [{ ...moving, state: "rejected" }])).toBeUndefined();
  });
});

test("the profit of a position is exact, for a short one too", () => {
  const scale = marketScale({ price_tick: "0.1", base_lot_size: "0.001" } as Parameters<
    typeof marketScale
  >[0]);
  expect(profitOfPosition(position, "63999.9", scale)).toBe(50_000_000n);
  expect(profitOfPosition({ size: "0.001" as never, cost: "64" as never }, "63900", scale)).toBe(
    -100_000_000n,
  );
});
