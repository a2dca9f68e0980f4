/** Runs the follower in a thread of its own. */
import { Worker } from "node:worker_threads";
import { SharedHeights, STOP_REQUEST } from "#services/venue/link/shared-heights.ts";
import { HeightWaiters } from "./height-waiters.ts";
import type {
  FollowerMessage,
  FollowerThreadData,
  ToFollower,
  VerifiedChain,
} from "./thread-messages.ts";
import type { VenueFollower } from "./venue-follower.ts";

/**
 * `onFailure` is called once when the replay differs, an invariant is violated, an older part of the journal is damaged or
 * the thread ends without being stopped: the venue's own state cannot be trusted then.
 */
export function followInThread(options: {
  folder: string;
  onFailure: (error: unknown) => void;
  onWarning: (text: string) => void;
  /** Called once, when the blocks before the snapshot are proven; not at all where there are none. */
  onVerified?: (chain: VerifiedChain) => void;
}): VenueFollower {
  const { folder, onFailure, onWarning, onVerified = () => {} } = options;
  const shared = new SharedHeights();
  const waiters = new HeightWaiters(shared);
  const data: FollowerThreadData = { folder, memory: shared.memory };
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: data });
  let failure: Error | undefined;
  let stopping = false;
  const fail = (error: Error) => {
    if (failure !== undefined) return;
    failure = error;
    waiters.fail(error);
    onFailure(error);
  };
  worker.on("message", (message: FollowerMessage) => {
    if ("warning" in message) onWarning(message.warning);
    else if ("verified" in message) onVerified(message.verified);
    else fail(new Error(`the follower stopped: ${message.failure}`));
  });
  worker.on("error", (error) => fail(new Error("the follower stopped", { cause: error })));
  const exited = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      if (!stopping) fail(new Error("the follower's thread ended without being stopped"));
      resolve();
    });
  });
  return {
    durable: (height) => {
      shared.durable = height;
    },
    reached: (height, signal) => waiters.reached(height, signal),
    connect: (gateway) => {
      worker.postMessage({ gateway } satisfies ToFollower, [gateway]);
      shared.wake();
    },
    wakeMemory: shared.memory,
    lag: () => Math.max(0, shared.durable - shared.followed),
    stop: async ({ snapshot }) => {
      stopping = true;
      shared.requestStop(snapshot ? STOP_REQUEST.withSnapshot : STOP_REQUEST.now);
      await exited;
    },
  };
}
