/**
 * Prints the tables of `docs/scaling.md` from `docs/scaling-constants.json`.
 *
 * `npm run scaling`; `npm run scaling -- --write` also writes them into the document.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { readConstants } from "#scripts/bench/shared/scaling-constants.ts";
import { DOCUMENT_FILE, withTables } from "./document.ts";
import { scalingTables } from "./tables.ts";

const tables = scalingTables(readConstants());
for (const { name, text } of tables) process.stdout.write(`${name}\n\n${text}\n\n`);
if (process.argv.includes("--write")) {
  writeFileSync(DOCUMENT_FILE, withTables(readFileSync(DOCUMENT_FILE, "utf8"), tables));
}
