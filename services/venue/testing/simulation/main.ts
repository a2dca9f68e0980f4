/**
 * `npm run sim -- --seeds 1000 --commands 10000 [--first 1]`: so many seeds, on two threads.
 * `npm run sim -- --seed 7 --commands 10000`: one seed again, with the last commands before a failure.
 * `npm run sim -- --storage --seeds 50 --lives 30`: the journal, its snapshots and crashes.
 */
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { Coverage } from "./coverage.ts";
import { type Run, runEngine } from "./engine-run.ts";
import { runStorage } from "./storage-run.ts";
import type { Report } from "./worker.ts";

const THREADS = 2;
/** A seed's state lives as long as its run: collecting it again and again takes a tenth of the time. */
const resourceLimits = { maxYoungGenerationSizeMb: 128 };

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "100" },
    first: { type: "string", default: "1" },
    commands: { type: "string", default: "10000" },
    storage: { type: "boolean", default: false },
    lives: { type: "string", default: "20" },
  },
});

const commands = Number(values.commands);
if (values.storage) await runStorages(Number(values.seed ?? values.first));
else if (values.seed === undefined) await runMany(Number(values.first), Number(values.seeds));
else runOne({ seed: Number(values.seed), commands });

function runOne(run: Run): void {
  try {
    const { stateHash, coverage } = runEngine(run);
    print(new Map(coverage));
    say(`seed ${run.seed}: ${run.commands} commands, state ${stateHash}`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function runStorages(first: number): Promise<void> {
  const seeds = values.seed === undefined ? Number(values.seeds) : 1;
  const lives = Number(values.lives);
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { stateHash } = await runStorage({ seed, lives });
    say(`storage seed ${seed}: ${lives} lives, state ${stateHash}`);
  }
}

async function runMany(first: number, seeds: number): Promise<void> {
  const began = performance.now();
  const coverage = new Coverage();
  const threads = Array.from({ length: THREADS }, (_, thread) => {
    const share = { first: first + thread, step: THREADS, end: first + seeds, commands };
    return inThread(share, coverage);
  });
  const failures = (await Promise.all(threads)).flat();
  const seconds = Math.round((performance.now() - began) / 1_000);
  print(coverage.counts);
  say(`${seeds} seeds × ${commands} commands in ${seconds} s, ${failures.length} failures`);
  for (const failure of failures.slice(0, 3)) say(failure);
  const missing = coverage.missing();
  if (missing.length > 0) say(`never happened: ${missing.join(", ")}`);
  if (failures.length + missing.length > 0) process.exitCode = 1;
}

/** Runs a share of the seeds; answers with what failed. */
function inThread(workerData: object, coverage: Coverage): Promise<string[]> {
  const failures: string[] = [];
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData,
      resourceLimits,
    });
    worker.on("message", (report: Report) => {
      if ("failure" in report) failures.push(report.failure);
      else coverage.add(report.coverage);
    });
    worker.on("error", reject);
    worker.on("exit", () => resolve(failures));
  });
}

function print(counts: ReadonlyMap<string, number>): void {
  for (const [name, times] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    say(`${String(times).padStart(10)}  ${name}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
