"use client";

import { useEffect } from "react";
import { readJson } from "#components/data/http.ts";
import type { NotificationPage } from "#lib/protocol/wire/notification.ts";
import { INBOX, INBOX_EVERY_MS, onInboxRead } from "./inbox.ts";

type InboxWatchProps = { session: string; onUnread: (count: number) => void };

/** Reports how many of the account's notices at the service are unread. Every page loads it, so it has no states of its own. */
export default function InboxWatch({ session, onUnread }: InboxWatchProps) {
  useEffect(() => {
    const left = new AbortController();
    const poll = async () => {
      if (document.visibilityState === "hidden") return;
      const answer = await readJson<NotificationPage>(INBOX, left.signal);
      if (answer.ok && !left.signal.aborted) onUnread(answer.body.unread);
    };
    const begin = () => void poll();
    begin();
    const timer = setInterval(begin, INBOX_EVERY_MS);
    document.addEventListener("visibilitychange", begin);
    const stop = onInboxRead(begin);
    return () => {
      left.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", begin);
      stop();
    };
  }, [session, onUnread]);
  return null;
}
