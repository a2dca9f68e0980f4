/** The history as a whole, for tests that compare two ways to produce it. */
import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "#lib/protocol/durations.ts";
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
    "market_hours",
    "portfolio",
    "portfolio_sums",
    "margin_levels",
    "liquidation_sums",
  ];
  const rows = tables.map((table) => [
    table,
    database
      .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
      .all()
      .map((row) => ({ ...row })),
  ]);
  const notices = keptNotices(database);
  database.close();
  return { ...(Object.fromEntries(rows) as Record<string, unknown[]>), notices };
}

/** The lines of the last day: which lines share a row, and so how long older ones are kept, depends on the transactions. */
function keptNotices(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT lines FROM notices ORDER BY last_height").all();
  const lines = rows.flatMap(({ lines: of }) => String(of).split("\n"));
  const timeOf = (line = "") => Number(line.split("\t")[3]);
  return lines.filter((line) => timeOf(line) >= timeOf(lines.at(-1)) - DAY_MS);
}

export function deleteHistory(venueFolder: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    rmSync(`${historyPath(venueFolder)}${suffix}`, { force: true });
  }
}
