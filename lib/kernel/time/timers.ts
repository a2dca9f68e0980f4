/** Time and alarms, injected together: polls, back-off and bar closing are tested without sleeping. */
import { type Clock, systemClock } from "./clock.ts";

export type Timers = Clock & {
  /** Milliseconds since some moment: for durations, because clock corrections do not affect it. */
  monotonic: () => number;
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
};

export const systemTimers: Timers = {
  now: systemClock.now,
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The same, but an alarm that waits does not keep the process running. */
export const backgroundTimers: Timers = {
  ...systemTimers,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
