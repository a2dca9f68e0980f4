/** Repeated work that one replica does for all. */

import { IDLE, type RepeatedTask, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { PartContext } from "#lib/platform/process/process-part.ts";
import { createLeadership, type Election } from "./leadership.ts";

export type LeaderWork = Pick<RepeatedTask, "everyMs" | "idleMs" | "failure"> & {
  election: Election;
  /** Called when this replica begins to lead. `now` in Unix milliseconds. */
  begin: (now: number) => Pick<RepeatedTask, "run">;
};

/** One replica does the work: the others would store the same. The result stops it. */
export function startAsLeader(
  { config: { databaseUrl }, timers, log }: PartContext,
  { election, begin, ...task }: LeaderWork,
): () => Promise<void> {
  const leadership = createLeadership({ election, databaseUrl, timers, log });
  let worker: ReturnType<LeaderWork["begin"]> | undefined;
  const run = async (now: number, signal: AbortSignal): Promise<unknown> => {
    if (!leadership.leading) {
      worker = undefined;
      return IDLE;
    }
    worker ??= begin(now);
    return worker.run(now, signal);
  };
  const { listen } = leadership;
  const stop = startRepeatedTask({ ...task, run, listen }, { timers, log });
  return async () => {
    await stop();
    await leadership.release();
  };
}
