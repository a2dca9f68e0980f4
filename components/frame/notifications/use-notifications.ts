"use client";

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { onNotification, raisedAfter } from "#components/ui/notify.ts";
import { NotificationHistory, type Remembered } from "./history.ts";
import { NOTIFICATIONS_KEY as KEY } from "./storage-key.ts";

/** Without storage, or with a full one, the messages last as long as the page. */
let page: string | null = null;

export const history = new NotificationHistory({
  read: () => {
    try {
      return page ?? localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write: (text) => {
    try {
      localStorage.setItem(KEY, text);
    } catch {
      page = text;
    }
  },
});

/** Number of the last message that is in a history. */
let remembered = 0;

/** Writes every message of this page into the history of the account that it is raised for. */
export function useRememberNotifications(account: string): void {
  useEffect(() => {
    const remember = () => {
      for (const one of raisedAfter(remembered)) {
        remembered = one.number;
        history.add(account, one, one.at);
      }
    };
    remember();
    return onNotification(remember);
  }, [account]);
}

export function useHistory(account: string): readonly Remembered[] {
  const read = useCallback(() => history.of(account), [account]);
  return useSyncExternalStore(subscribe, read, () => NOTHING);
}

export function useUnread(account: string): number {
  const read = useCallback(() => history.unread(account), [account]);
  return useSyncExternalStore(subscribe, read, () => 0);
}

const NOTHING: readonly Remembered[] = [];

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) history.changed();
  };
  window.addEventListener("storage", onStorage);
  const off = history.subscribe(listener);
  return () => {
    window.removeEventListener("storage", onStorage);
    off();
  };
}
