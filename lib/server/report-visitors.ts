/**
 * Tells the simulated outside world whether this process has visitors: its traders need not keep markets moving that nobody looks at.
 * Without a sandbox there is nobody to tell.
 */
import { jsonPost, keepAliveAgent, UpstreamError } from "#lib/platform/http-client.ts";
import type { Logger } from "#lib/platform/log.ts";
import { startRepeatedTask } from "#lib/platform/repeated-task.ts";
import type { Timers } from "#lib/platform/timers.ts";

/** So long after the last request, and without a stream, a visitor has gone. */
const LINGER_MS = 60_000;
/** A sandbox that was started anew knows nothing, and what was said long ago does not count. */
const REPEAT_MS = 10_000;
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 1_000;

export type VisitorReportOptions = {
  sandboxUrl: string;
  /** Streams that are open. */
  openStreams: () => number;
  timers: Timers;
  log: Pick<Logger, "warn">;
};

export type VisitorReport = {
  /** A request came that is no probe. The first one is told at once. */
  note: () => void;
  stop: () => Promise<void>;
};

export function reportVisitors(options: VisitorReportOptions): VisitorReport {
  const { sandboxUrl, openStreams, timers, log } = options;
  const agent = keepAliveAgent(sandboxUrl, 1);
  let seenAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  let wake = () => {};
  const run = async (_now: number, signal: AbortSignal): Promise<void> => {
    const present = openStreams() > 0 || timers.monotonic() - seenAt < LINGER_MS;
    isTold = present;
    const terms = { agent, name: "the sandbox", maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS };
    try {
      await jsonPost(`${sandboxUrl}/visitors`, { present }, { ...terms, timers, signal });
    } catch (error) {
      // A sandbox that is away has no traders.
      if (!(error instanceof UpstreamError)) throw error;
    }
  };
  const failure = "the sandbox was not told of visitors";
  const listen = (woken: () => void): void => {
    wake = woken;
  };
  const stop = startRepeatedTask({ everyMs: REPEAT_MS, run, failure, listen }, { timers, log });
  return {
    note: () => {
      seenAt = timers.monotonic();
      if (isTold) return;
      isTold = true;
      wake();
    },
    stop: async () => {
      await stop();
      agent.destroy();
    },
  };
}
