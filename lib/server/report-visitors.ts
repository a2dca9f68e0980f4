/**
 * Reports to the sandbox whether this process has visitors, because its traders slow down while no one watches.
 * Without a sandbox it does nothing.
 */
import { jsonPost, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

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
  /** A request other than a probe came. The first one is reported at once. */
  note: () => void;
  stop: () => Promise<void>;
};

export function reportVisitors(options: VisitorReportOptions): VisitorReport {
  const { sandboxUrl, openStreams, timers, log } = options;
  const agent = keepAliveAgent(sandboxUrl, 1);
  let seenAt = Number.NEGATIVE_INFINITY;
  let isReported = false;
  let wake = () => {};
  const run = async (_now: number, signal: AbortSignal): Promise<void> => {
    const present = openStreams() > 0 || timers.monotonic() - seenAt < LINGER_MS;
    isReported = present;
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
      if (isReported) return;
      isReported = true;
      wake();
    },
    stop: async () => {
      await stop();
      agent.destroy();
    },
  };
}
