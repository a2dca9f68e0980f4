/**
 * `npm test`: runs every check. `npm test -- unit lint` runs the named steps only. `npm test -- changed` runs types,
 * lint and format, and the unit tests and journeys nearest to what changed since the last commit; `npm test -- changed
 * main`, since that branch, tag or commit.
 */
import { fileURLToPath } from "node:url";
import { secondsSince } from "#scripts/stack/say.ts";
import { type Counts, FAILED, sum } from "./counts.ts";
import { type Step, Steps } from "./steps.ts";

const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");
const RULE = "─".repeat(72);
/** The most failures, and the most flaky tests, that the summary names per step; the output above has all of them. */
const MOST_NAMED = 20;

const CHANGED_STEPS = ["types", "lint", "format", "unit", "journeys"];

function chosenSteps(steps: readonly Step[], names: readonly string[]): Step[] {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = steps.map((step) => step.name).join(", ");
    console.error(`There is no step ${unknown.join(", ")}. Steps: ${known}.`);
    process.exit(2);
  }
  return steps.filter((step) => names.length === 0 || names.includes(step.name));
}

/** A failed step does not prevent the following ones from running. */
async function runStep(step: Step): Promise<Counts> {
  console.log(`\n${RULE}\n${step.title}\n`);
  const started = performance.now();
  let counts = FAILED;
  try {
    counts = await step.run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const verdict = counts.failed > 0 ? "failed" : "passed";
  console.log(`\n${step.title}: ${verdict} (${secondsSince(started)})`);
  return counts;
}

const [first, since = "HEAD", ...rest] = process.argv.slice(2);
const isChanged = first === "changed";
if (isChanged && rest.length > 0) {
  console.error("changed takes one branch, tag or commit.");
  process.exit(2);
}
const steps = new Steps(root, isChanged ? since : undefined);
const chosen = chosenSteps(steps.all(), isChanged ? CHANGED_STEPS : process.argv.slice(2));

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void steps.end().then(() => process.exit(130)));
}

const results: { step: Step; counts: Counts }[] = [];
for (const [index, step] of chosen.entries()) {
  chosen[index + 1]?.beginAside?.();
  results.push({ step, counts: await runStep(step) });
}
await steps.end();

function report({ title }: Step, counts: Counts): void {
  const { passed, failed, skipped, flaky = 0, failures = [], flakes = [] } = counts;
  const skips = skipped > 0 ? `, ${skipped} skipped` : "";
  const retried = flaky > 0 ? `, ${flaky} flaky` : "";
  const verdict = failed > 0 ? "FAILED" : "ok    ";
  console.log(`${verdict}  ${title}: ${passed} passed, ${failed} failed${skips}${retried}`);
  list(failures);
  list(flakes.map((flake) => `flaky: ${flake}`));
}

function list(lines: readonly string[]): void {
  for (const line of lines.slice(0, MOST_NAMED)) console.log(`          ${line}`);
  if (lines.length > MOST_NAMED) console.log(`          … ${lines.length - MOST_NAMED} more`);
}

console.log(`\n${RULE}`);
for (const { step, counts } of results) report(step, counts);
const total = sum(results.map(({ counts }) => counts));
const retried = total.flaky ? `, ${total.flaky} flaky` : "";
console.log(`${total.passed} passed, ${total.failed} failed${retried}`);
process.exit(total.failed > 0 ? 1 : 0);
