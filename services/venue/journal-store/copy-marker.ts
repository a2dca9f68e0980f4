/** The mark of a folder whose journal is a copy: without the table, the copy may miss what was acknowledged. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MARKER = "copy-of-postgres";

export function isCopy(folder: string): boolean {
  return existsSync(join(folder, MARKER));
}

export function markAsCopy(folder: string): void {
  writeFileSync(join(folder, MARKER), "", { mode: 0o600 });
}

/** @throws Error when `folder` is a copy of a journal in Postgres: it must not be written to. */
export function refuseCopy(folder: string): void {
  if (!isCopy(folder)) return;
  throw new Error(
    `${folder} is a copy of a journal in Postgres: set VENUE_JOURNAL_URL. Removing ${join(folder, MARKER)} makes the copy a journal of its own.`,
  );
}
