/**
 * `npm test`: runs every check of the everyday set. `npm test -- unit lint` runs the named steps only. `npm test --
 * changed` runs types, lint and format, and the unit tests and journeys nearest to what changed since the last commit;
 * `npm test -- changed main`, since that branch, tag or commit.
 */
import { root } from "#scripts/dev/root.ts";
import { runSteps, type Step } from "./step.ts";
import { Steps } from "./steps.ts";
import { Tools } from "./tools.ts";

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

const [first, since = "HEAD", ...rest] = process.argv.slice(2);
const isChanged = first === "changed";
if (isChanged && rest.length > 0) {
  console.error("changed takes one branch, tag or commit.");
  process.exit(2);
}
const tools = new Tools(root);
const steps = new Steps(tools, isChanged ? since : undefined);
const chosen = chosenSteps(steps.all(), isChanged ? CHANGED_STEPS : process.argv.slice(2));
process.exit((await runSteps(chosen, () => tools.end())) ? 0 : 1);
