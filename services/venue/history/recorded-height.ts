/** The height that the history had reached when the venue ended. It is read before anything may write. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { JournalPosition } from "#services/venue/journal/position.ts";
import { historyPath, isDamaged } from "./history-schema.ts";

/** The last block whose rows are in the history; 0 when there is none, or none that can be read. @throws SQLite's errors. */
export function recordedHeight(venueFolder: string): number {
  const path = historyPath(venueFolder);
  if (!existsSync(path)) return 0;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return progressOf(database);
    } finally {
      database.close();
    }
  } catch (error) {
    // The follower will write it anew.
    if (isDamaged(error)) return 0;
    throw error;
  }
}

function progressOf(database: DatabaseSync): number {
  const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'progress'");
  if (tables.get() === undefined) return 0;
  const row = database.prepare("SELECT position FROM progress").get();
  if (row === undefined) return 0;
  return (JSON.parse(String(row["position"])) as JournalPosition).height;
}
