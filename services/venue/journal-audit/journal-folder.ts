/** The arguments that the tools share. The tools only read, without the lock, so a running venue is not disturbed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { segmentPath } from "#services/venue/journal/position.ts";
import { refuseUnfinished } from "#services/venue/journal/unfinished-restore.ts";

/** `folder` is absent where `--table` asks for the journal in Postgres, of `VENUE_JOURNAL_URL`. */
export type ToolArguments = { folder: string | undefined; toHeight: number };

/** @throws Error with what to type instead. */
export function readArguments(args: readonly string[], usage: string): ToolArguments {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: "string" }, table: { type: "boolean" }, to: { type: "string" } },
  });
  if ((values.data === undefined) === (values.table !== true)) throw new Error(`usage: ${usage}`);
  const toHeight = values.to === undefined ? Number.MAX_SAFE_INTEGER : Number(values.to);
  if (!Number.isSafeInteger(toHeight) || toHeight < 0) throw new Error(`usage: ${usage}`);
  return { folder: values.data && journalFolder(values.data), toHeight };
}

/** `data` is a data folder with the venue's in it, or the venue's itself. @throws Error when there is no whole journal. */
export function journalFolder(data: string): string {
  for (const folder of [join(data, "venue"), data]) {
    refuseUnfinished(folder);
    if (existsSync(segmentPath(folder, 1))) return folder;
  }
  throw new Error(`there is no journal in ${data}`);
}
