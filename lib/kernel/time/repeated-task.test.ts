import { expect, test, vi } from "vitest";
import { IDLE, type RepeatedTask, startRepeatedTask } from "./repeated-task.ts";
import { ManualTimers } from "./timers.testing.ts";
import { wakeLoops } from "./wakes.ts";

const EVERY_MS = 60_000;

function start(run: RepeatedTask["run"], listen: RepeatedTask["listen"] = () => {}) {
  const timers = new ManualTimers(1_000_000);
  const warn = vi.fn<() => void>();
  const task = { everyMs: EVERY_MS, run, failure: "it failed", listen };
  return { timers, warn, stop: startRepeatedTask(task, { timers, log: { warn } }) };
}

test("a run begins one interval after the end of the last one, and receives the time", async () => {
  const [times, ends]: [number[], (() => void)[]] = [[], []];
  const { timers, stop } = start((now) => {
    times.push(now);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  expect(times).toEqual([]);
  await timers.advance(EVERY_MS);
  expect(times).toEqual([1_060_000]);
  await timers.advance(10 * EVERY_MS);
  expect(times).toHaveLength(1);
  ends[0]?.();
  await vi.waitFor(() => expect(timers.pending()).toEqual([EVERY_MS]));
  await timers.advance(EVERY_MS);
  expect(times).toEqual([1_060_000, 1_720_000]);
  ends[1]?.();
  await stop();
});

test("a run that fails is logged, and the next one tries again", async () => {
  const error = new Error("no database");
  const run = vi
    .fn<RepeatedTask["run"]>()
    .mockRejectedValueOnce(error)
    .mockResolvedValue(undefined);
  const { timers, warn, stop } = start(run);
  await timers.advance(EVERY_MS);
  await vi.waitFor(() => expect(timers.pending()).toEqual([EVERY_MS]));
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error }, "it failed");
  await timers.advance(EVERY_MS);
  expect(run).toHaveBeenCalledTimes(2);
  await stop();
});

test("stopping waits for the current run, signals it, and starts no other", async () => {
  let finish = () => {};
  let given: AbortSignal | undefined;
  const { timers, stop } = start((_now, signal) => {
    given = signal;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await timers.advance(EVERY_MS);
  let isOver = false;
  const over = stop().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect([given?.aborted, isOver]).toEqual([true, false]);
  finish();
  await over;
  expect(timers.pending()).toEqual([]);
});

test("a wake begins a run at once, one more after the run under way, and none after the stop", async () => {
  const [times, ends]: [number[], (() => void)[]] = [[], []];
  let wake = () => {};
  const { timers, stop } = start(
    (now) => {
      times.push(now);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
    (woken) => {
      wake = woken;
    },
  );
  wake();
  expect([times, timers.pending()]).toEqual([[1_000_000], []]);
  await timers.advance(5);
  wake();
  wake();
  ends[0]?.();
  await vi.waitFor(() => expect(times).toEqual([1_000_000, 1_000_005]));
  ends[1]?.();
  await vi.waitFor(() => expect(timers.pending()).toEqual([EVERY_MS]));
  await stop();
  wake();
  expect(times).toHaveLength(2);
});

test("after a run that found nothing the next one waits longer, unless a channel wakes it", async () => {
  const IDLE_MS = 10 * EVERY_MS;
  const timers = new ManualTimers(1_000_000);
  const warn = vi.fn<() => void>();
  const run = vi.fn<RepeatedTask["run"]>().mockResolvedValue(IDLE);
  const task = { everyMs: EVERY_MS, idleMs: IDLE_MS, run, failure: "it failed", hears: ["work"] };
  const stop = startRepeatedTask(task, { timers, log: { warn } });
  await timers.advance(EVERY_MS);
  await vi.waitFor(() => expect(timers.pending()).toEqual([IDLE_MS]));
  run.mockResolvedValueOnce(undefined);
  wakeLoops("work");
  expect(run).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(timers.pending()).toEqual([EVERY_MS]));
  await stop();
  wakeLoops("work");
  expect(run).toHaveBeenCalledTimes(2);
});
