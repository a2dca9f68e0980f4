/**
 * `npm run venue:backup -- --data DIR --to FOLDER`, or `--table` with `VENUE_JOURNAL_URL`: copies the journal and a snapshot, while the
 * venue runs. `npm run venue:restore` restores it.
 */
import { constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { makeBackup } from "#services/venue/backup/make-backup.ts";
import { journalUrl } from "#services/venue/config.ts";
import { journalFolder } from "#services/venue/journal-audit/journal-folder.ts";
import { messageOf } from "#services/venue/journal-audit/walk-journal.ts";

const USAGE = "usage: npm run venue:backup -- (--data DIR | --table) --to FOLDER";
const say = (line: string) => process.stdout.write(`${line}\n`);

// The copy has the same access rights as the journal.
process.umask(0o077);
// The venue on the same machine goes first.
setPriority(constants.priority.PRIORITY_LOW);

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, table: { type: "boolean" }, to: { type: "string" } },
  });
  const { data, table = false, to } = values;
  if (to === undefined || (data === undefined) !== table) throw new Error(USAGE);
  const source = data === undefined ? { url: journalUrl() } : { folder: journalFolder(data) };
  const { height, block_hash, state_hash, snapshot, segments } = await makeBackup({
    source,
    to,
    now: Date.now(),
    onProgress: (progress) => say(`... block ${progress.height} of ${progress.end}`),
  });
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  say(`head: block ${height} ${block_hash}`);
  say(`state hash: ${state_hash}`);
  say(`snapshot: ${snapshot === null ? "none" : `of block ${snapshot.height}`}`);
  say(`${to}: ${segments.length} segments, ${bytes} bytes`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
