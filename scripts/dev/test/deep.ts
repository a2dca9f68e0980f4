/**
 * `npm run test:deep`: runs the deep set, which takes hours. `npm run test:deep -- kills journeys-2` runs the named
 * parts; a name without its number means all of that name. `--any` runs one part, chosen at random, and says which;
 * `--list` prints the parts and how long they usually take.
 */

import { randomInt } from "node:crypto";
import { root } from "#scripts/dev/root.ts";
import { deepParts, type Part } from "./deep-parts.ts";
import { runSteps } from "./step.ts";
import { Tools } from "./tools.ts";

function list(parts: readonly Part[]): void {
  for (const { name, title, minutes } of parts) {
    console.log(`${name.padEnd(14)}${String(minutes).padStart(3)} min  ${title}`);
  }
}

function anyOf(parts: readonly Part[]): Part[] {
  const part = parts[randomInt(parts.length)];
  if (part === undefined) return [];
  console.log(`One of ${parts.length} parts, chosen at random: ${part.name} (${part.title}).`);
  console.log(`To repeat it: npm run test:deep -- ${part.name}`);
  return [part];
}

function chosenParts(parts: readonly Part[], names: readonly string[]): Part[] {
  const means = (part: Part, name: string): boolean =>
    part.name === name || part.name.replace(/-\d+$/, "") === name;
  const unknown = names.filter((name) => !parts.some((part) => means(part, name)));
  if (unknown.length > 0) {
    const known = parts.map(({ name }) => name).join(", ");
    console.error(`There is no part ${unknown.join(", ")}. Parts: ${known}.`);
    process.exit(2);
  }
  return parts.filter((part) => names.length === 0 || names.some((name) => means(part, name)));
}

const names = process.argv.slice(2);
const tools = new Tools(root);
const parts = deepParts(tools);
if (names.includes("--list")) {
  list(parts);
  process.exit(0);
}
const chosen = names.includes("--any") ? anyOf(parts) : chosenParts(parts, names);
process.exit((await runSteps(chosen, () => tools.end())) ? 0 : 1);
