"use client";

import { useEffect, useSyncExternalStore } from "react";
import { readJson } from "#components/data/http.ts";
import { APPROVALS } from "./staged-order.ts";
import { type Waiting, WaitingPoll } from "./waiting-poll.ts";

const poll = new WaitingPoll({
  read: (signal) => readJson(`${APPROVALS}/waiting`, signal),
  isHidden: () => document.visibilityState === "hidden",
});
const NOTHING: Waiting = { count: 0, newest: null };

/** Has it asked for while this person's page is open. `who` names the session, `undefined` when nobody is signed in. */
export function useWaitingPoll(who: string | undefined): void {
  useEffect(() => {
    if (who === undefined) return;
    const stop = poll.follow(who);
    document.addEventListener("visibilitychange", poll.look);
    window.addEventListener("focus", poll.look);
    window.addEventListener("online", poll.look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", poll.look);
      window.removeEventListener("focus", poll.look);
      window.removeEventListener("online", poll.look);
    };
  }, [who]);
}

/** What waits, as far as it was asked for. */
export function useWaiting(): Waiting {
  return useSyncExternalStore(poll.subscribe, poll.get, () => NOTHING);
}

/** To be called when one was decided here, so that no badge still counts it. */
export function lookAtWaiting(): void {
  poll.look();
}
