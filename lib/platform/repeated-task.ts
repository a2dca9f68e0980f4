/** Work that every replica does again and again beside the requests, such as removing what is over. */
import type { Logger } from "./log.ts";
import type { Timers } from "./timers.ts";

export type RepeatedTask = {
  /** From the end of one run to the beginning of the next; the first begins so long after the start. */
  everyMs: number;
  /** `now` in Unix milliseconds; `signal` is aborted at the end. What it throws is logged, and the next run tries again. */
  run: (now: number, signal: AbortSignal) => Promise<unknown>;
  /** What the log says of a run that failed. */
  failure: string;
};

export type TaskSurroundings = { timers: Timers; log: Pick<Logger, "warn"> };

/** The answer ends it, after the run that is under way. */
export function startRepeatedTask(
  { everyMs, run, failure }: RepeatedTask,
  { timers, log }: TaskSurroundings,
): () => Promise<void> {
  const stopped = new AbortController();
  let running = Promise.resolve();
  let cancel = () => {};
  const runOnce = async (): Promise<void> => {
    try {
      await run(timers.now(), stopped.signal);
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    if (!stopped.signal.aborted) schedule();
  };
  const schedule = (): void => {
    cancel = timers.after(everyMs, () => {
      running = runOnce();
    });
  };
  schedule();
  return async () => {
    stopped.abort();
    cancel();
    await running;
  };
}
