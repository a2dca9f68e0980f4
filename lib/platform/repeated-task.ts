/** Periodic work of every replica beside the requests, such as deleting expired rows. */
import type { Logger } from "./log.ts";
import type { Timers } from "./timers.ts";

export type RepeatedTask = {
  /** Time between two runs, and before the first. */
  everyMs: number;
  /** `now` in Unix milliseconds; `signal` is aborted at the stop. Its errors are logged, and the next run tries again. */
  run: (now: number, signal: AbortSignal) => Promise<unknown>;
  /** Log text of a failed run. */
  failure: string;
  /** Receives what begins a run before its time. A run that is under way is followed by another one at once. */
  listen?: (wake: () => void) => void;
};

export type TaskSurroundings = { timers: Timers; log: Pick<Logger, "warn"> };

/** Starts the task. The result stops it, after the run that is under way. */
export function startRepeatedTask(
  { everyMs, run, failure, listen }: RepeatedTask,
  { timers, log }: TaskSurroundings,
): () => Promise<void> {
  const stopped = new AbortController();
  let running = Promise.resolve();
  let isRunning = false;
  let isDue = false;
  let cancel = () => {};
  const runOnce = async (): Promise<void> => {
    isRunning = true;
    isDue = false;
    try {
      await run(timers.now(), stopped.signal);
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    isRunning = false;
    if (stopped.signal.aborted) return;
    if (isDue) begin();
    else schedule();
  };
  const begin = (): void => {
    cancel();
    running = runOnce();
  };
  const schedule = (): void => {
    cancel = timers.after(everyMs, begin);
  };
  schedule();
  listen?.(() => {
    if (isRunning) isDue = true;
    else if (!stopped.signal.aborted) begin();
  });
  return async () => {
    stopped.abort();
    cancel();
    await running;
  };
}
