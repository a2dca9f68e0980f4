/** Every page of the history is read along an index, from its first row to its last: it runs on the engine's thread. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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

/** How SQLite goes through `table` (its alias `t`) in each statement that `read` prepares. */
function plansOf(read: () => unknown): string[] {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  read();
  const asked = prepare.mock.calls.map(([sql]) => sql).filter((sql) => !sql.includes("schema"));
  prepare.mockRestore();
  return asked.flatMap((sql) =>
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

test("trades behind an id are found by index", () => {
  const plans = plansOf(() => reader.trades({ market: "ETHUSDC", after: 7, limit: 4 }));
  expect(plans).toContain("SEARCH t USING PRIMARY KEY (market=? AND id>?)");
  expect(plans.filter((plan) => /SCAN|TEMP B-TREE/.test(plan))).toEqual([]);
});
