/** The history as a whole, for tests that compare two ways to produce it. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { historyPath } from "./history-schema.ts";

/** Every row of every table, without the position that the history has reached. */
export function historyRows(venueFolder: string): Record<string, unknown[]> {
  const database = new DatabaseSync(historyPath(venueFolder), { readOnly: true });
  const tables = [
    "accounts",
    "markets",
    "fills",
    "funding",
    "closed_orders",
    "trades",
    "portfolio",
    "portfolio_sums",
  ];
  const rows = tables.map((table) => [
    table,
    database
      .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
      .all()
      .map((row) => ({ ...row })),
  ]);
  database.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

export function deleteHistory(venueFolder: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(`${historyPath(venueFolder)}${suffix}`, { force: true });
  }
}
