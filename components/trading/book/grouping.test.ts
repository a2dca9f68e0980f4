import { describe, expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { OrderBook } from "#lib/protocol/wire/market.ts";
import { groupBook, isSameRow, type OwnOrder, spreadOf } from "./grouping.ts";

const scale = marketScale({
  price_tick: "0.1" as Decimal,
  base_lot_size: "0.00001" as Decimal,
});
const side = (levels: Record<string, string>) => levels as Record<string, Decimal>;
const book: OrderBook = {
  // JSON.parse puts integer keys first, wherever they were on the wire.
  asks: side({ "64001": "0.2", "64000.1": "0.1", "64000.9": "0.3" }),
  bids: side({ "63999": "1", "64000": "0.5", "63999.9": "0.25" }),
};
const own = (remaining: string): OwnOrder => ({
  side: "BUY",
  price: "63999.9" as Decimal,
  remaining_size: remaining as Decimal,
});
const at = (multiple: number, rows = 10) =>
  groupBook(book, { scale, multiple, rows, own: [own("0.1"), own("0.15")] });

describe("rows of the book", () => {
  test("each side runs from best to worst, whatever the order of the keys", () => {
    const { asks, bids } = at(1);
    expect(asks.map((row) => row.price)).toEqual(["64000.1", "64000.9", "64001.0"]);
    expect(bids.map((row) => row.price)).toEqual(["64000.0", "63999.9", "63999.0"]);
  });

  test("totals accumulate, and the deepest row has the full bar", () => {
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

  test("own orders mark their row with their remaining size, also in a group, and only on their side", () => {
    expect(at(1).bids.map((row) => row.own)).toEqual([undefined, "0.25", undefined]);
    expect(at(10).bids.map((row) => row.own)).toEqual([undefined, "0.25"]);
    expect(at(1).asks.some((row) => row.own !== undefined)).toBe(false);
  });

  test("shows as many rows as fit, and an empty book has none", () => {
    expect(at(1, 2).asks).toHaveLength(2);
    const empty = groupBook({ asks: {}, bids: {} }, { scale, multiple: 1, rows: 5, own: [] });
    expect(empty).toEqual({ asks: [], bids: [], bidPercent: undefined });
  });

  test("a bar is the share of the deepest total, or of the largest row", () => {
    const { asks, bids } = at(1);
    expect(asks.map((row) => row.depth)).toEqual([0.06, 0.23, 0.34]);
    expect(bids.map((row) => row.share)).toEqual([0.5, 0.25, 1]);
    expect(at(1).bidPercent).toBe(74);
  });
});

describe("taking the book down to a row", () => {
  test("costs exactly what the levels cost, also where they are grouped", () => {
    const { asks } = at(1);
    // 0.1 × 64000.1 + 0.3 × 64000.9 + 0.2 × 64001
    expect(asks.map((row) => row.cost)).toEqual([
      6_400_010_000_000n,
      25_600_280_000_000n,
      38_400_480_000_000n,
    ]);
    expect(asks.map((row) => row.average)).toEqual(["64000.1", "64000.7", "64000.8"]);
    expect(at(10).asks[0]).toMatchObject({ cost: 38_400_480_000_000n, average: "64000.8" });
  });

  test("is exact beyond the precision of a double", () => {
    const wide = { asks: side({ "9007199254.1": "90071992.54741", "9007199254.2": "0.00001" }) };
    const [, last] = groupBook(
      { ...wide, bids: {} },
      { scale, multiple: 1, rows: 5, own: [] },
    ).asks;
    expect(last?.cost).toBe(
      90_071_992_541n * 9_007_199_254_741n * 1_000n + 90_071_992_542n * 1_000n,
    );
  });
});

describe("the spread", () => {
  test("is shown in price and as a share of the middle, and with half ticks in the middle", () => {
    expect(spreadOf(at(1), scale)).toEqual({ width: "0.1", rate: "0.000002", mid: "64000.05" });
    expect(spreadOf({ asks: at(1).asks, bids: [] }, scale)).toBeUndefined();
  });
});

describe("a row that has not changed", () => {
  test("is recognised by its values, not by its identity", () => {
    const again = at(1).bids;
    expect(at(1).bids.every((row, index) => isSameRow(row, again[index]!))).toBe(true);
    const [row] = again;
    for (const other of [{ size: "9" }, { own: "1" }, { depth: 0.5 }, { cost: 1n }]) {
      expect(isSameRow(row!, { ...row!, ...other })).toBe(false);
    }
  });
});
