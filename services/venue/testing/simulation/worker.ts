/** A thread that runs its share of the seeds. */
import { parentPort, workerData } from "node:worker_threads";
import { runEngine } from "./engine-run.ts";

export type Share = { first: number; step: number; end: number; commands: number };
export type Report = { coverage: [string, number][] } | { failure: string };

const { first, step, end, commands } = workerData as Share;
for (let seed = first; seed < end; seed += step) parentPort?.postMessage(reportOf(seed));

function reportOf(seed: number): Report {
  try {
    return { coverage: runEngine({ seed, commands }).coverage };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
