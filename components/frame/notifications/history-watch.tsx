"use client";

import { useEffect } from "react";
import { useRememberNotifications, useUnread } from "./use-notifications.ts";

type HistoryWatchProps = { account: string; onUnread: (count: number) => void };

/** Adds the page's messages to the history, and reports how many of the account's are unread. */
export default function HistoryWatch({ account, onUnread }: HistoryWatchProps) {
  const unread = useUnread(account);
  useRememberNotifications(account);
  useEffect(() => onUnread(unread), [unread, onUnread]);
  return null;
}
