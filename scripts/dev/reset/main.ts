/** `npm run reset`: wipes the data folder, so that the next start begins from nothing. */

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { awaitHandover, lockDataDir } from "#scripts/dev/data-dir.ts";
import { root } from "#scripts/dev/root.ts";
import { readStackOptions } from "#scripts/dev/stack/options.ts";

/** The entries of a data folder; a folder that holds anything else is not ours to wipe. */
const KNOWN_ENTRIES =
  /^(db|venue|sandbox|chain|destination|vault-signer-[123]|logs|built|instance\.lock(-journal)?|(secrets|personas|seeded|seeded-partner|endpoints)\.json(\.tmp)?)$/;

async function reset(): Promise<string> {
  const { dataDir } = readStackOptions(root, process.env);
  const shown = relative(root, dataDir) || ".";
  if (!existsSync(dataDir)) return `${shown}: there is no data to wipe`;
  const foreign = readdirSync(dataDir).filter((name) => !KNOWN_ENTRIES.test(name));
  if (foreign.length > 0) {
    throw new Error(`${dataDir} also holds ${foreign.slice(0, 5).join(", ")}: nothing was wiped.`);
  }
  const lock = lockDataDir(dataDir);
  await awaitHandover(dataDir, (line) => console.log(line));
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith("instance.lock")) rmSync(join(dataDir, name), { recursive: true });
  }
  lock.release();
  rmSync(dataDir, { recursive: true, force: true });
  return `${shown}: wiped`;
}

try {
  console.log(await reset());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
