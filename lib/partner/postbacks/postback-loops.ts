/** Loops of every replica: announce the news of partners, and send the calls of their postbacks. */
import "server-only";
import type { Logger } from "#lib/kernel/log/log.ts";
import { type RepeatedTask, startRepeatedTask } from "#lib/kernel/time/repeated-task.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import type { Network } from "#lib/platform/outbound/guarded-request.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import { announceNews } from "./announce-news.ts";
import { cleanUpCalls, sendCalls } from "./send-calls.ts";

const ANNOUNCE_EVERY_MS = 10_000;
const SEND_EVERY_MS = 2_000;

type Options = { timers: Timers; log: Pick<Logger, "warn">; network: Network };

/** The result stops them, after the runs that are under way. */
export function startPostbackLoops({ timers, log, network }: Options): () => Promise<void> {
  const tasks: RepeatedTask[] = [
    {
      everyMs: ANNOUNCE_EVERY_MS,
      run: (now, signal) => announceNews({ now, log, signal }),
      failure: "news of partners could not be announced",
    },
    {
      everyMs: SEND_EVERY_MS,
      run: () => sendCalls({ now: () => timers.now(), network }),
      failure: "postbacks could not be sent",
    },
    {
      everyMs: HOUR_MS,
      run: cleanUpCalls,
      failure: "old calls of postbacks could not be deleted",
    },
  ];
  const stops = tasks.map((task) => startRepeatedTask(task, { timers, log }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
