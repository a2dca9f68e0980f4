import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { OrderBook } from "#lib/protocol/market-data.ts";
import { marketScale } from "#lib/protocol/markets.ts";
import { groupBook } from "./grouping.ts";

const scale = marketScale({
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
});
const side = (levels: Record<string, string>) => levels as Record<string, Decimal>;
const book: OrderBook = {
  // A whole-number price is first after JSON.parse, wherever it stood on the wire.
  asks: side({ "64001": "0.2", "64000.1": "0.1", "64000.9": "0.3" }),
  bids: side({ "63999": "1", "64000": "0.5", "63999.9": "0.25" }),
};
const at = (multiple: number, rows = 10) =>
  groupBook(book, { scale, multiple, rows, own: [{ side: "BUY", price: "63999.9" as Decimal }] });

describe("rows of the book", () => {
  test("each side runs from best to worst whatever the order of the keys", () => {
    const { asks, bids } = at(1);
    expect(asks.map((row) => row.price)).toEqual(["64000.1", "64000.9", "64001.0"]);
    expect(bids.map((row) => row.price)).toEqual(["64000.0", "63999.9", "63999.0"]);
  });

  test("totals run and the deepest row has the full bar", () => {
    const { asks, bids } = at(1);
    expect(asks.map((row) => row.total)).toEqual(["0.10000", "0.40000", "0.60000"]);
    expect(bids.at(-1)).toMatchObject({ total: "1.75000", depth: 1 });
  });

  test("grouping rounds bids down and asks up, so no row looks better than it is", () => {
    const { asks, bids } = at(10);
    expect(asks).toMatchObject([{ price: "64001.0", size: "0.60000" }]);
    expect(bids).toMatchObject([
      { price: "64000.0", size: "0.50000" },
      { price: "63999.0", size: "1.25000" },
    ]);
  });

  test("own orders mark their row, also in a group, and only on their side", () => {
    expect(at(1).bids.map((row) => row.own)).toEqual([false, true, false]);
    expect(at(10).bids.map((row) => row.own)).toEqual([false, true]);
    expect(at(1).asks.some((row) => row.own)).toBe(false);
  });

  test("only as many rows as fit, and an empty book has none", () => {
    expect(at(1, 2).asks).toHaveLength(2);
    const empty = groupBook({ asks: {}, bids: {} }, { scale, multiple: 1, rows: 5, own: [] });
    expect(empty).toEqual({ asks: [], bids: [] });
  });
});
