/** Messages to the person. What shows and keeps them is loaded with the first one, not with the page. */
import type { Route } from "next";

export type Notification = {
  tone: "good" | "bad" | "neutral";
  text: string;
  detail?: string | undefined;
  /** Stays in view until it is dismissed. Without a word here, what is bad stays. */
  keep?: boolean;
  /** A page on which the person can act on it. */
  link?: { href: Route; text: string };
};

/** A notification with its number in this page and its time, Unix milliseconds. */
export type Raised = Notification & { number: number; at: number };

/** Of the latest ones only: who comes later has missed no more than this. */
const REMEMBERED = 50;

let raised: readonly Raised[] = [];
let count = 0;
const listeners = new Set<() => void>();

export function notify(notification: Notification): void {
  count += 1;
  const one = { ...notification, number: count, at: Date.now() };
  raised = [...raised, one].slice(-REMEMBERED);
  for (const listener of listeners) listener();
}

/** Those raised after the one with this number, in their order. */
export function raisedAfter(number: number): readonly Raised[] {
  return raised.filter((one) => one.number > number);
}

/** How many there were; 0 as long as there is nothing to show. */
export function notificationCount(): number {
  return count;
}

export function onNotification(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
