/** Walks the journal that the arguments of a tool name. */
import { journalUrl } from "#services/venue/config.ts";
import { type Walk, type WalkOptions, walkJournal } from "./walk-journal.ts";
import { walkTable } from "./walk-table.ts";

/** Without `folder`, the journal is the table of `VENUE_JOURNAL_URL`. @throws Error that names what does not check out. */
export async function walkEither(
  folder: string | undefined,
  options: Omit<WalkOptions, "folder">,
): Promise<Walk> {
  return folder === undefined
    ? walkTable(journalUrl(), options)
    : walkJournal({ ...options, folder });
}
