/** Toasts. The code that shows them is loaded with the first one. */

import type { Route } from "next";
import { createFollowers } from "#components/ui/store.ts";

export type Notification = {
  tone: "good" | "bad" | "neutral";
  text: string;
  detail?: string | undefined;
  /** Stays until dismissed. Default: true for `bad`. */
  keep?: boolean;
  /** A page where the person can act on it. */
  link?: { href: Route; text: string };
  /** What the person can do about it at once, in place of a page. */
  action?: { text: string; run: () => void };
  /** A later one with the same key takes its place. */
  key?: string;
  /** The page shows it where it was caused: it is kept under the bell, and is no toast. */
  quiet?: boolean;
};

/** A toast with its number in this page and its time, Unix milliseconds. */
export type Raised = Notification & { number: number; at: number };

/** How many toasts are kept for a toaster that is loaded late. */
const REMEMBERED = 50;

let raised: readonly Raised[] = [];
let count = 0;
const followers = createFollowers();

export function notify(notification: Notification): void {
  count += 1;
  const one = { ...notification, number: count, at: Date.now() };
  raised = [...raised, one].slice(-REMEMBERED);
  followers.notify();
}

/** The toasts after the one with this number, in order. */
export function raisedAfter(number: number): readonly Raised[] {
  return raised.filter((one) => one.number > number);
}

/** The number of toasts so far. */
export function notificationCount(): number {
  return count;
}

export const onNotification = followers.subscribe;
