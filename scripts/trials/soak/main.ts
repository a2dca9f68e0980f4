/**
 * A soak of the whole stack: everything runs under a steady low load, and memory, files and connections must stay flat.
 *
 * `npm run soak -- [--minutes 120] [--streams 300] [--data FOLDER]` builds when needed, and takes a Postgres database of its
 * own (TEST_DATABASE_URL or the local server) and a Redis server of its own, where there are any. It exits with 1 when a
 * figure grew, a process was restarted or any part of the load failed. `npm run soak -- --record FOLDER` writes the result
 * of an earlier run into `docs/benchmarks.md`.
 */

import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { print, printCalibration } from "#scripts/bench/shared/report.ts";
import { root } from "#scripts/dev/root.ts";
import { startLoad } from "./load/load.ts";
import { Receiver } from "./load/machines.ts";
import { Tally } from "./load/tally.ts";
import { RESULT_FILE, recordSoak, SAMPLES_FILE } from "./record.ts";
import { coresOf, linesOf, type Outcome, printLoad, printTrends } from "./report.ts";
import { Sampler } from "./sampler.ts";
import { type SoakTarget, startTarget } from "./soak-folder.ts";

const SAMPLE_MS = 10_000;
const REPORT_MS = 600_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "120" },
    streams: { type: "string", default: "300" },
    data: { type: "string" },
    record: { type: "string" },
  },
});
if (values.record !== undefined) {
  recordSoak(values.record);
  process.exit(0);
}
const minutes = Number(values.minutes);
const streams = Number(values.streams);
if (!(minutes > 0 && streams > 0)) {
  console.error("--minutes and --streams must be positive numbers.");
  process.exit(2);
}
const dataDir = resolve(values.data ?? join(root, ".cache", `soak-${Date.now()}`));

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());

/** Samples until the time is over, a process of the stack is gone, or it is interrupted. */
async function watch(sampler: Sampler, tally: Tally): Promise<void> {
  const started = Date.now();
  let reported = started;
  while (Date.now() - started < minutes * MINUTE_MS && !ending.signal.aborted) {
    const due = Date.now() + SAMPLE_MS;
    await sampler.sample();
    if (Date.now() - reported >= REPORT_MS) {
      reported = Date.now();
      keepSamples(sampler);
      print(`\nafter ${((reported - started) / MINUTE_MS).toFixed(0)} min`);
      printTrends(linesOf(sampler.series), coresOf(sampler.series));
      printLoad(tally.counts);
    }
    const rest = Math.min(due, started + minutes * MINUTE_MS) - Date.now();
    await sleep(Math.max(0, rest), undefined, { signal: ending.signal }).catch(() => undefined);
  }
}

function keepSamples({ series }: Sampler): void {
  const samples = Object.fromEntries(
    [...series].map(([owner, figures]) => [
      owner,
      Object.fromEntries(
        [...figures].map(([figure, points]) => [
          figure,
          points.map(({ at, value }) => [at, value]),
        ]),
      ),
    ]),
  );
  writeFileSync(join(dataDir, SAMPLES_FILE), JSON.stringify(samples));
}

async function soak(target: SoakTarget, receiver: Receiver): Promise<Outcome> {
  const { endpoints } = target.stack;
  const tally = new Tally();
  const sampler = await new Sampler(target).open();
  const { sandbox } = endpoints;
  if (sandbox === null) throw new Error("A soak needs the sandbox.");
  void target.stack.failed.then((error) => {
    tally.failed("stack", error.message);
    ending.abort();
  });
  const startedAt = new Date();
  const stopLoad = await startLoad({ endpoints, sandbox, receiver, tally, streams });
  await watch(sampler, tally);
  keepSamples(sampler);
  await stopLoad();
  await sampler.close();
  const lines = linesOf(sampler.series);
  const cores = coresOf(sampler.series);
  printTrends(lines, cores);
  printLoad(tally.counts);
  for (const [problem, times] of sampler.problems) print(`  ${times} × ${problem}`);
  const grown = lines.filter(({ flat }) => flat === false);
  return {
    startedAt: startedAt.toISOString(),
    streams,
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    minutes: (Date.now() - startedAt.getTime()) / MINUTE_MS,
    lines,
    cores,
    load: Object.fromEntries(tally.counts),
    problems: Object.fromEntries(sampler.problems),
    passed: grown.length === 0 && tally.failures === 0 && sampler.problems.size === 0,
  };
}

print(`${new Date().toISOString()}: ${minutes} minutes, ${streams} streams, data in ${dataDir}`);
printCalibration();
const receiver = await Receiver.start();
const target = await startTarget({ root, dataDir, receiver: receiver.target });
let outcome: Outcome | undefined;
try {
  outcome = await soak(target, receiver);
  writeFileSync(join(dataDir, RESULT_FILE), `${JSON.stringify(outcome, null, 2)}\n`);
} finally {
  await target.stop();
  receiver.stop();
}
print(outcome.passed ? "\neverything stayed flat and nothing failed" : "\nFAILED: see above");
process.exit(outcome.passed ? 0 : 1);
