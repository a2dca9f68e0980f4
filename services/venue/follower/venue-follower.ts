/** What the venue needs of its follower, which runs in a thread of its own or inline. */
import type { MessagePort } from "node:worker_threads";
import { AccountHub } from "#services/venue/account-events/account-hub.ts";
import type { ToHub } from "#services/venue/link/hub-messages.ts";
import { Follower, type FollowerOptions } from "./follower.ts";
import { hubPortOf } from "./hub-ports.ts";

export type VenueFollower = {
  /** Blocks up to `height` are on the disk. Costs next to nothing. */
  durable: (height: number) => void;
  /**
   * Resolves when everything up to `height` is applied and in the history.
   * @throws why the follower ended, or the reason of `signal`, where the follower has a thread of its own
   */
  reached: (height: number, signal?: AbortSignal) => Promise<void>;
  /** Connects a gateway to the hub of accounts: its end of a channel that takes `ToHub` and gives `FromHub`. */
  connect: (gateway: MessagePort) => void;
  /** Memory by which a gateway wakes the follower after it has posted; absent where posting is enough. */
  wakeMemory: SharedArrayBuffer | undefined;
  /** Durable blocks that are not followed yet. */
  lag: () => number;
  /** With a snapshot, everything durable is followed first. */
  stop: (options: { snapshot: boolean }) => Promise<void>;
};

/** No follower: for tools and tests that need neither history nor snapshots. */
export const NO_FOLLOWER: VenueFollower = {
  durable: () => {},
  reached: async () => {},
  connect: (gateway) => gateway.close(),
  wakeMemory: undefined,
  lag: () => 0,
  stop: async () => {},
};

/** Follows in this thread, when a caller waits or an account is followed. A failure goes to that caller. */
export function followInline(options: FollowerOptions): VenueFollower {
  const follower = Follower.open(options);
  const hub = new AccountHub(follower, () => performance.now());
  const gateways: MessagePort[] = [];
  let target = 0;
  let figures: ReturnType<typeof setTimeout> | undefined;
  follower.onBlock = (block) => hub.applied(block);
  const flush = () => {
    const next = hub.flush();
    clearTimeout(figures);
    if (next !== undefined) figures = setTimeout(flush, next);
  };
  const follow = async () => {
    await follower.catchUp();
    flush();
  };
  return {
    durable: (height) => {
      target = height;
      follower.durable(height);
      if (hub.isFollowed) void follow();
    },
    reached: () => follower.catchUp(),
    connect: (gateway) => {
      const port = hubPortOf(gateway);
      gateways.push(gateway);
      gateway.on("message", (message: ToHub) => {
        void follower.catchUp().then(() => hub.receive(port, message));
      });
    },
    wakeMemory: undefined,
    lag: () => Math.max(0, target - follower.height),
    stop: async ({ snapshot }) => {
      for (const gateway of gateways) gateway.close();
      clearTimeout(figures);
      if (snapshot) {
        await follower.catchUp();
        follower.snapshot();
      }
      follower.close();
    },
  };
}
