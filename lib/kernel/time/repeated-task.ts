/** Periodic work of every replica beside the requests, such as deleting expired rows. */
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "./timers.ts";
import { onWake } from "./wakes.ts";

/** What a run resolves to when the next one may wait until it is woken. */
export const IDLE: unique symbol = Symbol("idle");

export type RepeatedTask = {
  /** Time between two runs, and before the first. */
  everyMs: number;
  /** Time to the next run after one that found nothing to do or to wait for; absent: `everyMs`. */
  idleMs?: number;
  /**
   * `now` in Unix milliseconds; `signal` is aborted at the stop. It resolves to {@link IDLE} when it found nothing. Its errors are
   * logged, and the next run tries again.
   */
  run: (now: number, signal: AbortSignal) => Promise<unknown>;
  /** Log text of a failed run. */
  failure: string;
  /** Channels of {@link wakeLoops} that begin a run before its time, as `listen` does. */
  hears?: readonly string[];
  /** Receives what begins a run before its time. A run that is under way is followed by another one at once. */
  listen?: (wake: () => void) => void;
};

export type TaskSurroundings = { timers: Timers; log: Pick<Logger, "warn"> };

/** Starts the task. The result stops it, after the run that is under way. */
export function startRepeatedTask(
  { everyMs, idleMs = everyMs, run, failure, hears = [], listen }: RepeatedTask,
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
    let pause = everyMs;
    try {
      if ((await run(timers.now(), stopped.signal)) === IDLE) pause = idleMs;
    } catch (error) {
      log.warn({ err: error }, failure);
    }
    isRunning = false;
    if (stopped.signal.aborted) return;
    if (isDue) begin();
    else schedule(pause);
  };
  const begin = (): void => {
    cancel();
    running = runOnce();
  };
  const schedule = (afterMs: number): void => {
    cancel = timers.after(afterMs, begin);
  };
  schedule(everyMs);
  const wake = (): void => {
    if (isRunning) isDue = true;
    else if (!stopped.signal.aborted) begin();
  };
  listen?.(wake);
  const leave = onWake(hears, wake);
  return async () => {
    leave();
    stopped.abort();
    cancel();
    await running;
  };
}
