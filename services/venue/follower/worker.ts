/**
 * The follower's thread. It works in slices and rests in between, so that it takes about a third of a core while the
 * venue is busy; when somebody waits for it, or when it has fallen far behind, it does not rest.
 */
import { parentPort, workerData } from "node:worker_threads";
import { Follower } from "./follower.ts";
import { SharedHeights, STOP_REQUEST } from "./shared-heights.ts";
import type { FollowerMessage, FollowerThreadData } from "./thread.ts";

const SLICE_MILLISECONDS = 10;
const DUTY = 0.3;
/** Between two looks at a venue that it has caught up with: the history lags by so much. */
const IDLE_MILLISECONDS = 200;
/** Blocks of lag at which it stops resting: a few seconds of a busy venue. */
const FAR_BEHIND = 3_000;

function tell(message: FollowerMessage): void {
  parentPort?.postMessage(message);
}

function run({ folder, memory }: FollowerThreadData): void {
  const shared = new SharedHeights(memory);
  const follower = Follower.open({ folder, onWarning: (warning) => tell({ warning }) });
  let hurried = false;
  for (;;) {
    const { stopRequest, asked } = shared;
    follower.durable(shared.durable);
    if (stopRequest === STOP_REQUEST.now) break;
    const before = process.threadCpuUsage();
    const isThere = follower.work(SLICE_MILLISECONDS);
    shared.followed = follower.committed;
    if (isThere && stopRequest === STOP_REQUEST.withSnapshot) {
      follower.snapshot();
      break;
    }
    const isFar = shared.durable - follower.height > FAR_BEHIND;
    if (!isThere && (hurried || isFar)) continue;
    const { user, system } = process.threadCpuUsage(before);
    const spent = (user + system) / 1_000;
    const pause = isThere ? IDLE_MILLISECONDS : (spent * (1 - DUTY)) / DUTY;
    hurried = shared.rest(asked, pause);
  }
  follower.close();
}

try {
  run(workerData as FollowerThreadData);
} catch (error) {
  tell({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
