"use client";

import { useEffect, useSyncExternalStore } from "react";
import { readJson } from "#components/data/http.ts";
import type { WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { APPROVALS } from "./staged-order.ts";
import { WaitingPoll } from "./waiting-poll.ts";

const poll = new WaitingPoll({
  read: (signal) => readJson(`${APPROVALS}/waiting`, signal),
  isHidden: () => document.visibilityState === "hidden",
});
const NOTHING: WaitingOrders = { count: 0, newest: null, has_proposers: false };

/** Polls while the page is open. `session` names the account, `undefined` when signed out. */
export function useWaitingPoll(session: string | undefined): void {
  useEffect(() => {
    if (session === undefined) return;
    const stop = poll.follow(session);
    document.addEventListener("visibilitychange", poll.refresh);
    window.addEventListener("focus", poll.refresh);
    window.addEventListener("online", poll.refresh);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", poll.refresh);
      window.removeEventListener("focus", poll.refresh);
      window.removeEventListener("online", poll.refresh);
    };
  }, [session]);
}

/** The waiting orders as of the last poll. */
export function useWaiting(): WaitingOrders {
  return useSyncExternalStore(poll.subscribe, poll.get, () => NOTHING);
}

/** Polls at once after the user decided on an order, so that no badge still counts it. */
export function refreshWaiting(): void {
  poll.refresh();
}
