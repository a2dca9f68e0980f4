/** Repeated work that one replica does for all. */
import type { PartContext } from "#lib/platform/process-part.ts";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import { createLeadership, type Election } from "./leadership.ts";

export type LeaderWork = {
  election: Election;
  everyMs: number;
  /** What the log says when it fails. */
  failure: string;
  /** Called when this replica begins to lead. `now` in Unix milliseconds. */
  begin: (now: number) => { run: (now: number, signal: AbortSignal) => Promise<unknown> };
};

/** One replica does the work: the others would store the same. The result stops it. */
export function startAsLeader(
  { config: { databaseUrl }, timers, log }: PartContext,
  { election, everyMs, failure, begin }: LeaderWork,
): () => Promise<void> {
  const leadership = createLeadership({ election, databaseUrl, timers, log });
  let worker: ReturnType<LeaderWork["begin"]> | undefined;
  const run = async (now: number, signal: AbortSignal): Promise<void> => {
    if (!leadership.leading) {
      worker = undefined;
      return;
    }
    worker ??= begin(now);
    await worker.run(now, signal);
  };
  const { listen } = leadership;
  const stop = startRepeatedTask({ everyMs, run, failure, listen }, { timers, log });
  return async () => {
    await stop();
    await leadership.release();
  };
}
