/**
 * Checks what the first visit of each page loads: all its scripts, chart included, gzipped, and its fonts. And that no script for the browser
 * has a schema: pages import the contracts of answers as types.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runningStack } from "#scripts/dev/stack/running-stack.ts";
import { budgetVisits } from "./budget-visits.ts";
import { FONTS_KB, PAGE_BUDGETS } from "./page-budgets.ts";
import { measureScripts } from "./page-scripts.ts";

const NOTHING = { status: 0, count: 0, bytes: 0, fontBytes: 0 };

const { app } = runningStack().endpoints;
const measured = await measureScripts(await budgetVisits(app));

let isWithin = true;
for (const [index, { path, limitKb }] of PAGE_BUDGETS.entries()) {
  const { status, count, bytes, fontBytes } = measured[index] ?? NOTHING;
  const [kilobytes, fontKilobytes] = [bytes / 1024, fontBytes / 1024];
  const isSmall = kilobytes <= limitKb && fontKilobytes <= FONTS_KB;
  // Every page is drawn in the font: none at all means that it was not found.
  const fits = status === 200 && count > 0 && fontBytes > 0 && isSmall;
  isWithin &&= fits;
  const verdict = fits ? "within" : "NOT WITHIN";
  console.log(
    `${path} (${status}): ${count} scripts, ${kilobytes.toFixed(1)} KB gzipped, fonts ${fontKilobytes.toFixed(1)} KB, ${verdict} ${limitKb} and ${FONTS_KB} KB`,
  );
}

/** A property of every zod schema, which no minifier renames. */
const ZOD = "_zod";
if (scriptsWith(ZOD, "server").length === 0)
  throw new Error("The server's scripts have no zod either: another name must be looked for.");
const withZod = scriptsWith(ZOD, "static");
for (const path of withZod) console.log(`${path} has zod, which belongs to the server`);

process.exit(isWithin && withZod.length === 0 ? 0 : 1);

function scriptsWith(text: string, part: "server" | "static"): string[] {
  const folder = fileURLToPath(new URL(`../../../.next/${part}`, import.meta.url));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, "latin1").includes(text));
}
