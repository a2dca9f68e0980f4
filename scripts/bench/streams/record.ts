/** Writes the measurements from which `npm run scaling` computes its tables. */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { median } from "#scripts/bench/shared/report.ts";
import {
  CONSTANTS_FILE,
  readConstants,
  type ScalingConstants,
} from "#scripts/bench/shared/scaling-constants.ts";
import type { Options } from "./options.ts";
import type { Phases } from "./phases.ts";
import { bookShare, medianOf } from "./report.ts";
import type { Round } from "./round.ts";
import { eventsPerSecond, type Script } from "./script.ts";

type Recorded = {
  rounds: readonly Round[];
  script: Script;
  options: Options;
  phases: Phases;
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

export async function recordConstants(recorded: Recorded): Promise<void> {
  const { rounds, script, options, phases } = recorded;
  const ours = rounds.filter(({ peer }) => peer === "ours");
  const measured: ScalingConstants = {
    ...readConstants(),
    streams: {
      measuredAt: new Date().toISOString().slice(0, 10),
      cpu: cpus()[0]?.model.trim() ?? "unknown",
      clients: options.clients,
      eventsPerSecond: round(eventsPerSecond(script), 2),
      writesPerSecond: round((script.batches.length / script.length) * 1_000, 2),
      bytesPerSecond: Math.round(
        median(ours.map(({ bytes, seconds }) => bytes / seconds / options.clients)),
      ),
      bookShare: round(bookShare(script), 2),
      cpuMillisecondsPerThousandEvents: round(medianOf(rounds, "ours", "cpuPerThousand"), 2),
      latencyP99Milliseconds: round(medianOf(rounds, "ours", "p99"), 1),
      idleCoreShare: round(median(ours.map(({ idle }) => idle)), 4),
      kilobytesPerConnection: round(phases.held.resident, 1),
    },
  };
  await writeFile(CONSTANTS_FILE, `${JSON.stringify(measured, null, 2)}\n`);
}
