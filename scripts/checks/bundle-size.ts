/** Checks what the first visit of each page loads: all its scripts, chart included, gzipped. */
import { budgetVisits } from "./budget-visits.ts";
import { PAGE_BUDGETS } from "./page-budgets.ts";
import { measureScripts } from "./page-scripts.ts";
import { runningStack } from "./running-stack.ts";

const { app } = runningStack().endpoints;
const measured = await measureScripts(await budgetVisits(app));

let isWithin = true;
for (const [index, { path, limitKb }] of PAGE_BUDGETS.entries()) {
  const { status, count, bytes } = measured[index] ?? { status: 0, count: 0, bytes: 0 };
  const kilobytes = bytes / 1024;
  const fits = status === 200 && count > 0 && kilobytes <= limitKb;
  isWithin &&= fits;
  const verdict = fits ? "within" : "NOT WITHIN";
  console.log(
    `${path} (${status}): ${count} scripts, ${kilobytes.toFixed(1)} KB gzipped, ${verdict} ${limitKb} KB`,
  );
}
process.exit(isWithin ? 0 : 1);
