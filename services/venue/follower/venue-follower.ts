/** What the venue needs of its follower, which runs in a thread of its own or inline. */
import { Follower, type FollowerOptions } from "./follower.ts";

export type VenueFollower = {
  /** Blocks up to `height` are on the disk. Costs next to nothing. */
  durable: (height: number) => void;
  /**
   * Resolves when everything up to `height` is applied and in the history.
   * @throws why the follower ended, or the reason of `signal`, where the follower has a thread of its own
   */
  reached: (height: number, signal?: AbortSignal) => Promise<void>;
  /** Durable blocks that are not followed yet. */
  lag: () => number;
  /** With a snapshot, everything durable is followed first. */
  stop: (options: { snapshot: boolean }) => Promise<void>;
};

/** No follower: for tools and tests that need neither history nor snapshots. */
export const NO_FOLLOWER: VenueFollower = {
  durable: () => {},
  reached: async () => {},
  lag: () => 0,
  stop: async () => {},
};

/** Follows in this thread, when a caller waits. A failure goes to that caller. */
export function followInline(options: FollowerOptions): VenueFollower {
  const follower = Follower.open(options);
  let target = 0;
  return {
    durable: (height) => {
      target = height;
      follower.durable(height);
    },
    reached: () => follower.catchUp(),
    lag: () => Math.max(0, target - follower.height),
    stop: async ({ snapshot }) => {
      if (snapshot) {
        await follower.catchUp();
        follower.snapshot();
      }
      follower.close();
    },
  };
}
