/**
 * `npm run venue:audit -- --data DIR`, or `--table` with `VENUE_JOURNAL_URL`: proves a journal from its first byte: the chain of blocks, the state hash of each,
 * every signature. Ends with 1 and the place of the first thing that does not hold.
 */
import { SignatureAudit } from "#services/venue/journal-audit/audit-signatures.ts";
import { readArguments } from "#services/venue/journal-audit/journal-folder.ts";
import { walkEither } from "#services/venue/journal-audit/walk-either.ts";
import { messageOf } from "#services/venue/journal-audit/walk-journal.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const usage = "npm run venue:audit -- (--data DIR | --table) [--to HEIGHT]";
  const { folder, toHeight } = readArguments(process.argv.slice(2), usage);
  const audit = new SignatureAudit();
  const walk = await walkEither(folder, {
    toHeight,
    inspect: (command) => audit.check(command),
    onProgress: ({ height, commands }) => say(`... block ${height}, ${commands} commands`),
  });
  const { signed, memos, acceptances, unsigned } = audit.counts;
  for (const [operation, count] of signed) say(`${operation}: ${count} signatures`);
  if (memos > 0) say(`of these by a memo transaction: ${memos}`);
  say(`acceptances of new signers: ${acceptances}`);
  say(`unsigned (operator, ticks): ${unsigned}`);
  say(`head: block ${walk.position.height} ${walk.position.hash}`);
  say(`state hash: ${walk.position.stateHash}`);
  if (walk.tornBytes > 0) say(`an unfinished write of ${walk.tornBytes} bytes follows the head`);
  say(`all of ${walk.commands} commands hold (${walk.seconds.toFixed(1)} s)`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
