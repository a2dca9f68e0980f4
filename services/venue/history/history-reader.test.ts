/**
 * Every page of the history is read along an index, from its first row to its last, because it runs on the engine's
 * thread.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HistoryReader } from "./history-reader.ts";
import { historyPath, openHistory } from "./history-schema.ts";

const MARKETS = ["BTCUSDC", "ETHUSDC", "SOLUSDC"];

let folder: string;
let writer: DatabaseSync;
let reader: HistoryReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "history-reader-"));
  writer = openHistory(historyPath(folder));
  for (const [number, symbol] of MARKETS.entries()) {
    writer.prepare("INSERT INTO markets (number, symbol) VALUES (?, ?)").run(number, symbol);
  }
  reader = new HistoryReader(folder);
});

afterEach(() => {
  vi.restoreAllMocks();
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** SQLite's plan for `table` (alias `t`) in each statement that `read` prepares. */
function plansOf(read: () => unknown): string[] {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  read();
  const queries = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !sql.includes("schema"));
  prepare.mockRestore();
  return queries.flatMap((sql) =>
    writer
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
}

function addTrade(market: number, id: number, time: number): void {
  writer
    .prepare("INSERT INTO trades VALUES (?, ?, '1', '1', 'BUY', 'FILL', ?)")
    .run(market, id, time);
}

test("trades from a time on are those of the market, found by index", () => {
  for (let id = 1; id <= 30; id += 1) addTrade(id % 2, id, 1_000 + Math.floor(id / 4));
  const page = { market: "ETHUSDC", startAt: 1_003, limit: 4 };
  expect(reader.trades(page).map(({ id }) => id)).toEqual([13, 15, 17, 19]);
  reader.close();
  const plans = plansOf(() => reader.trades(page));
  expect(plans).toContain("SEARCH t USING PRIMARY KEY (market=? AND id>?)");
  expect(plans).toContain(
    "SEARCH trades USING COVERING INDEX trades_by_time (market=? AND time>?)",
  );
  expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
});

test("trades after an id are found by index", () => {
  const plans = plansOf(() => reader.trades({ market: "ETHUSDC", after: 7, limit: 4 }));
  expect(plans).toContain("SEARCH t USING PRIMARY KEY (market=? AND id>?)");
  expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
});

/** The rows 1 to `count`, dealt to account 1 and account 2 and to all markets in turn. */
function addRows(count: number): void {
  for (const pubkey of ["ann", "ben"]) {
    writer.prepare("INSERT INTO accounts (pubkey) VALUES (?)").run(pubkey);
  }
  for (let id = 1; id <= count; id += 1) addRow(id, { account: (id % 2) + 1, market: id % 3 });
}

function addRow(id: number, { account, market }: { account: number; market: number }): void {
  writer
    .prepare(
      "INSERT INTO fills VALUES (?, ?, ?, 1, 0, 'FILL', 'BUY', '1', '1', '0', '0', 0, 'TAKER', '0', 'perp', 1)",
    )
    .run(id, account, market);
  writer
    .prepare("INSERT INTO funding VALUES (?, ?, ?, '1', '1', '1', '1', 1)")
    .run(id, account, market);
  writer
    .prepare("INSERT INTO closed_orders (id, account, market, record) VALUES (?, ?, ?, '{}')")
    .run(id, account, market);
}

type Rows = ReturnType<StatementSync["all"]>;
type PageOf = "fills" | "funding" | "closedOrders";
const PAGES: PageOf[] = ["fills", "funding", "closedOrders"];

test.each(PAGES)(
  "pages of %s, of one market or all, contain each row once, newest first",
  (name) => {
    addRows(60);
    for (const market of [undefined, ...MARKETS]) {
      const expected = Array.from({ length: 60 }, (_, index) => 60 - index).filter(
        (id) => id % 2 === 0 && (market === undefined || MARKETS[id % 3] === market),
      );
      const found: number[] = [];
      for (;;) {
        const rows = reader[name]({ account: "ann", market, before: found.at(-1), limit: 7 });
        if (rows.length === 0) break;
        expect(rows.length).toBe(Math.min(7, expected.length - found.length));
        for (const row of rows) {
          expect(row.market).toBe(MARKETS[Number(row.id) % 3]);
          found.push(Number(row.id));
        }
      }
      expect(found).toEqual(expected);
    }
    expect(reader[name]({ account: "cid", limit: 7 })).toEqual([]);
    expect(reader[name]({ account: "ann", market: "XRPUSDC", limit: 7 })).toEqual([]);
  },
);

test.each(PAGES)("every query of a page of %s is a range of ids in one market", (name) => {
  addRows(6);
  const path = name === "closedOrders" ? "PRIMARY KEY" : `INDEX ${name}_of_account`;
  for (const market of [undefined, "ETHUSDC"]) {
    const plans = plansOf(() => reader[name]({ account: "ann", market, before: 5, limit: 2 }));
    const steps = plans.filter((plan) => !/(accounts|markets)/.test(plan));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) {
      expect(step).toContain(`${path} (account=? AND market=? AND id>? AND id<?)`);
    }
    reader.close();
  }
});

test.each(PAGES)(
  "the ids of a span of time are found by few steps along the index, for %s",
  (name) => {
    addRows(60);
    for (const table of ["fills", "funding"]) writer.exec(`UPDATE ${table} SET time = id / 4`);
    writer.exec("UPDATE closed_orders SET record = json_object('created_at', id / 4)");
    const span = { account: "ann", startAt: 5, endAt: 9, limit: 100 };
    const found = reader[name](span).map(({ id }) => Number(id));
    expect(found).toEqual([38, 36, 34, 32, 30, 28, 26, 24, 22, 20]);
    expect(reader[name]({ ...span, startAt: 16 })).toEqual([]);
    reader.close();
    const plans = plansOf(() => reader[name](span));
    expect(plans.filter((plan) => /SCAN (?!markets)|TEMP B-TREE/.test(plan))).toEqual([]);
    reader.close();
    const all = vi.spyOn(StatementSync.prototype, "all");
    reader[name](span);
    // Two ends, each by at most two logarithms of the last id, in each of three markets.
    expect(all.mock.calls.length).toBeLessThan(3 * 2 * 2 * Math.ceil(Math.log2(60)) + 6);
  },
);

test("fills of an order are found by its index", () => {
  addRows(60);
  writer.exec("UPDATE fills SET order_id = id / 10 * 2 + id % 2");
  const page = { account: "ann", orderId: 6, limit: 3 };
  expect(reader.fills(page).map(({ id }) => id)).toEqual([38, 36, 34]);
  reader.close();
  const plans = plansOf(() => reader.fills(page));
  expect(plans).toContain("SEARCH f USING INDEX fills_of_order (order_id=? AND id>? AND id<?)");
  expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
});

test("a closed order is found by account, market and id, in any market", () => {
  addRows(12);
  for (const id of [2, 4, 6]) {
    expect(reader.closedOrder("ann", id)).toMatchObject({
      id: String(id),
      market: MARKETS[id % 3],
    });
  }
  expect(reader.closedOrder("ann", 3)).toBeUndefined();
  expect(reader.closedOrder("ann", 14)).toBeUndefined();
  expect(reader.closedOrder("cid", 2)).toBeUndefined();
  reader.close();
  const plans = plansOf(() => reader.closedOrder("ann", 6));
  expect(plans).toContain(
    "SEARCH closed_orders USING PRIMARY KEY (account=? AND market=? AND id=?)",
  );
});

test("rows that arrive while a page is read are not in it, so that none is left out between pages", () => {
  addRows(12);
  type All = (this: StatementSync, ...values: Parameters<StatementSync["all"]>) => Rows;
  const all = Reflect.get(StatementSync.prototype, "all") as All;
  let queries = 0;
  vi.spyOn(StatementSync.prototype, "all").mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    const rows = all.apply(this, values);
    // After the account, the markets and the fills of the first market.
    queries += 1;
    if (queries === 3) {
      addRow(100, { account: 1, market: 0 });
      addRow(101, { account: 1, market: 2 });
    }
    return rows;
  });
  const ids = () => reader.fills({ account: "ann", limit: 3 }).map(({ id }) => id);
  expect(ids()).toEqual([12, 10, 8]);
  expect(ids()).toEqual([101, 100, 12]);
});
