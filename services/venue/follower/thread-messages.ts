/** The messages between the venue and the follower's thread. */

import type { MessagePort } from "node:worker_threads";

/** The data that the thread is started with. */
export type FollowerThreadData = { folder: string; memory: SharedArrayBuffer };

/** The journal's part before the snapshot, proven beside the work. `milliseconds` passed meanwhile. */
export type VerifiedChain = { blocks: number; milliseconds: number };

/** To the thread: a gateway's end of a channel that takes `ToHub` and gives `FromHub`. */
export type ToFollower = { gateway: MessagePort };

/** Messages of the thread: why it ended, what it tolerated, or that the whole journal is proven. */
export type FollowerMessage =
  | { failure: string }
  | { warning: string }
  | { verified: VerifiedChain };
