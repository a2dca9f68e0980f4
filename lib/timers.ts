/** Time and alarms, injected together: polls, back-off and bar closing are tested without sleeping. */
import { type Clock, systemClock } from "./clock.ts";

export type Timers = Clock & {
  /** Calls `run` once after `delayMs`; the answer cancels it. */
  after: (delayMs: number, run: () => void) => () => void;
};

export const systemTimers: Timers = {
  now: systemClock.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
