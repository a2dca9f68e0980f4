/** A periodic read at a fixed cadence that survives failures. */

import { UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { metrics } from "#lib/platform/metrics.ts";

export type PollerOptions = {
  /** Name of the polled resource, for the metrics. */
  name: string;
  /** Absent when one poll serves every market. */
  market?: string;
  timers: Timers;
  everyMs: number;
  /**
   * Runs are aligned to multiples of the cadence on the venue's clock plus this phase, so that a poll which
   * closes a second begins just after the second has ended there.
   */
  phaseMs: number;
  /** A 429 only delays the next run and does not slow the cadence, because one read serves every market. */
  keepsPace?: boolean;
  /** Venue clock minus monotonic time, in milliseconds. */
  clockOffset: () => number;
  poll: () => Promise<void>;
  onFailure: (thrown: unknown) => void;
  /** Called for the first success after a failure. */
  onRecovery?: () => void;
};

export type Poller = {
  stop: () => void;
  /**
   * Ends the wait after a failure, because the next run will probably succeed. Not after a 429: the source asked for that
   * wait, and waking all pollers at once would exceed its limit again.
   */
  retry: () => void;
};

/** A failing poll waits twice as long each time, at most this. */
export const MAX_BACKOFF_MS = 10_000;
const FIRST_BACKOFF_MS = 500;
/** Minimum wait after a 429 without Retry-After. */
const LIMITED_MS = 1_000;
/** A 429 halves the pace and each success restores a part of it, so that all polls together converge to what the source allows. */
const PACE_REGAINED = 1.05;

/** Starts polling at once; never throws. A run that outlasts its slot skips slots, runs never overlap. */
export function startPoller(options: PollerOptions): Poller {
  const { timers, poll, onFailure, onRecovery = () => {} } = options;
  let stopped = false;
  let running = false;
  let failures = 0;
  /** The least wait before the next run: not 0 after a 429. */
  let limitedMs = 0;
  /** By how many times it runs slower than its cadence after 429s. */
  let slowdown = 1;
  let cancel = () => {};

  const measures = measure(options);

  const run = async () => {
    running = true;
    limitedMs = 0;
    try {
      await poll();
      const recovered = failures > 0 && !stopped;
      failures = 0;
      slowdown = Math.max(1, slowdown / PACE_REGAINED);
      if (recovered) onRecovery();
    } catch (thrown) {
      failures += 1;
      limitedMs = limitOf(thrown);
      if (limitedMs > 0 && options.keepsPace !== true)
        slowdown = Math.min(slowdown * 2, mostSlowdown(options));
      if (!stopped) onFailure(thrown);
    }
    running = false;
    if (stopped) return;
    measures.ended(failures === 0);
    const pause = (slowdown - 1) * options.everyMs;
    if (failures === 0) schedule(untilNextSlot(options) + pause);
    else if (limitedMs > 0 && options.keepsPace === true) schedule(limitedMs);
    else schedule(Math.max(limitedMs, backoff(options, failures)));
  };
  const schedule = (delayMs: number) => {
    cancel = timers.after(delayMs, () => void run());
  };

  schedule(0);
  return {
    stop: () => {
      if (stopped) return;
      stopped = true;
      cancel();
      measures.stopped();
    },
    retry: () => {
      if (stopped || running || failures === 0 || limitedMs > 0) return;
      cancel();
      schedule(0);
    },
  };
}

function untilNextSlot({ timers, everyMs, phaseMs, clockOffset }: PollerOptions): number {
  const sincePhase = timers.monotonic() + clockOffset() - phaseMs;
  return everyMs - (((sincePhase % everyMs) + everyMs) % everyMs);
}

/** Starts at no more than half a second, so that a slow poll also notices soon that the venue is back. */
function backoff({ everyMs }: PollerOptions, failures: number): number {
  const base = Math.min(everyMs, FIRST_BACKOFF_MS);
  return Math.min(MAX_BACKOFF_MS, base * 2 ** Math.min(failures, 16));
}

function mostSlowdown({ everyMs }: PollerOptions): number {
  return Math.max(1, MAX_BACKOFF_MS / everyMs);
}

function limitOf(thrown: unknown): number {
  if (!(thrown instanceof UpstreamError) || thrown.status !== 429) return 0;
  return thrown.retryAfterMs ?? LIMITED_MS;
}

/** Counts a poller that starts now. */
function measure({ name, market = "", timers }: PollerOptions) {
  const { pollersRunning, polls, pollsFailed, pollLastSuccess } = metrics();
  pollersRunning.inc({ poll: name });
  return {
    ended: (well: boolean) => {
      polls.inc({ poll: name });
      if (well) pollLastSuccess.set({ poll: name, market }, timers.now() / 1_000);
      else pollsFailed.inc({ poll: name });
    },
    stopped: () => {
      pollersRunning.dec({ poll: name });
      pollLastSuccess.remove({ poll: name, market });
    },
  };
}
