/** Runs steps one after the other, and reports them at the end. */
import { secondsSince } from "#scripts/dev/say.ts";
import { type Counts, FAILED, sum } from "./counts.ts";

export type Step = {
  name: string;
  title: string;
  /** Shows its output, and resolves at its end. */
  run: () => Promise<Counts>;
  /** Its work may begin before its turn, beside the step of this name. `run` then waits for its end. */
  early?: { beside: string; begin: () => void };
};

const RULE = "─".repeat(72);
/** The most failures that the summary names per step; the output above has all of them. */
const MAX_NAMED = 20;

/**
 * Runs them in order; a failed step does not prevent the following ones from running. Prints a summary, whose last line is
 * "N passed, N failed". @returns whether nothing failed
 */
export async function runSteps(steps: readonly Step[], end: () => Promise<void>): Promise<boolean> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void end().then(() => process.exit(130)));
  }
  const results: { step: Step; counts: Counts }[] = [];
  for (const step of steps) {
    for (const { early } of steps) if (early?.beside === step.name) early.begin();
    results.push({ step, counts: await runStep(step) });
  }
  await end();
  console.log(`\n${RULE}`);
  for (const { step, counts } of results) report(step, counts);
  const { passed, failed } = sum(results.map(({ counts }) => counts));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

async function runStep({ title, run }: Step): Promise<Counts> {
  console.log(`\n${RULE}\n${title}\n`);
  const started = performance.now();
  let counts = FAILED;
  try {
    counts = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  const verdict = counts.failed > 0 ? "failed" : "passed";
  console.log(`\n${title}: ${verdict} (${secondsSince(started)})`);
  return counts;
}

function report({ title }: Step, counts: Counts): void {
  const { passed, failed, skipped, failures = [] } = counts;
  const skips = skipped > 0 ? `, ${skipped} skipped` : "";
  const verdict = failed > 0 ? "FAILED" : "ok    ";
  console.log(`${verdict}  ${title}: ${passed} passed, ${failed} failed${skips}`);
  list(failures);
}

function list(lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_NAMED)) console.log(`          ${line}`);
  if (lines.length > MAX_NAMED) console.log(`          … ${lines.length - MAX_NAMED} more`);
}
