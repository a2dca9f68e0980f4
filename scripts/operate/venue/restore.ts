/**
 * `npm run venue:restore -- --from FOLDER --data DIR`, or `--table` with `VENUE_JOURNAL_URL`: restores a backup of `npm run venue:backup` into an
 * empty folder or table, up to the block `--height`. With `--check` it only verifies the backup.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RestoreOptions, restoreBackup } from "#services/venue/backup/restore-backup.ts";
import { journalUrl } from "#services/venue/config.ts";
import { messageOf } from "#services/venue/journal-audit/walk-journal.ts";

const USAGE =
  "usage: npm run venue:restore -- --from FOLDER (--data DIR | --table | --check) [--height N]";
const say = (line: string) => process.stdout.write(`${line}\n`);

process.umask(0o077);

function readOptions(): Pick<RestoreOptions, "from" | "target" | "height"> {
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      data: { type: "string" },
      table: { type: "boolean" },
      check: { type: "boolean" },
      height: { type: "string" },
    },
  });
  const { from, data, table, check } = values;
  const targets = [data, table, check].filter((given) => given !== undefined);
  const height = values.height === undefined ? undefined : Number(values.height);
  const isHeight = height === undefined || Number.isSafeInteger(height);
  if (from === undefined || targets.length !== 1 || !isHeight) throw new Error(USAGE);
  if (check === true) return { from, target: undefined, height };
  if (data === undefined) return { from, target: { url: journalUrl() }, height };
  return { from, target: { folder: join(data, "venue") }, height };
}

async function run(): Promise<void> {
  const options = readOptions();
  const { position, commands, seconds } = await restoreBackup({
    ...options,
    onProgress: (progress) => say(`... block ${progress.height}, ${progress.commands} commands`),
    onWarning: say,
  });
  say(`head: block ${position.height} ${position.hash}`);
  say(`state hash: ${position.stateHash}`);
  const what = options.target === undefined ? "hold" : "hold and are restored";
  say(`all of ${commands} commands ${what} (${seconds.toFixed(1)} s)`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
