/** The account of a session, in the one stream that a browser has (docs/api/streams.md). */
import "server-only";
import { processSlot } from "#lib/kernel/process-slot.ts";
import { frameOf } from "#lib/kernel/streams/frames.ts";
import type { Feed } from "#lib/platform/streams/stream-definition.ts";
import type { AccountFollower } from "./account-follower.ts";

const slot = processSlot<AccountFollower>("account-follower");

/** Sets the follower of this process. Without one, pages read accounts by requests. */
export function setAccountFollower(follower: AccountFollower | undefined): void {
  slot.value = follower;
}

export function accountFeed(account: string): Feed {
  const follower = slot.value;
  if (follower === undefined) {
    const json = JSON.stringify({ account, live: false });
    const none = frameOf({ id: `@${account}`, event: "followed", json });
    return { key: `account ${account}`, state: () => [none], subscribe: () => () => {} };
  }
  return {
    key: `account ${account}`,
    state: () => follower.state(account),
    subscribe: (deliver) => follower.follow(account, deliver),
  };
}
