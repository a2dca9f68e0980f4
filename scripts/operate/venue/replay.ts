/**
 * `npm run venue:replay -- --data DIR [--to HEIGHT]`, or `--table` with `VENUE_JOURNAL_URL`: replays a journal, checks the invariants and prints the hashes at its end.
 */
import { stateHash } from "#services/venue/engine/state-hash.ts";
import { readArguments } from "#services/venue/journal-audit/journal-folder.ts";
import { walkEither } from "#services/venue/journal-audit/walk-either.ts";
import { messageOf } from "#services/venue/journal-audit/walk-journal.ts";
import { moneyText } from "#services/venue/projection/number-text.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const usage = "npm run venue:replay -- (--data DIR | --table) [--to HEIGHT]";
  const { folder, toHeight } = readArguments(process.argv.slice(2), usage);
  const walk = await walkEither(folder, {
    toHeight,
    onProgress: ({ height, commands }) => say(`... block ${height}, ${commands} commands`),
  });
  const { state, position, commands, seconds } = walk;
  let balances = 0n;
  let openOrders = 0;
  for (const account of state.accounts.values()) {
    balances += account.balance;
    openOrders += account.openOrders;
  }
  say(
    `commands: ${commands} in ${seconds.toFixed(2)} s, ${Math.round(commands / seconds)} a second`,
  );
  say(`height: ${position.height}`);
  say(`state hash: ${position.stateHash}`);
  say(`whole state: ${stateHash(state)}`);
  say(`accounts: ${state.accounts.size}`);
  say(`open orders: ${openOrders}`);
  say(`balances: ${moneyText(balances)} USDC of ${moneyText(state.deposits)} deposited`);
  say(
    `withdrawals: ${moneyText(state.withdrawn)} USDC settled, ${moneyText(state.reserved)} reserved`,
  );
  if (walk.tornBytes > 0) say(`an unfinished write of ${walk.tornBytes} bytes follows the head`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
