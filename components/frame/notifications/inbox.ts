"use client";

/** The account's notices at the service. */
import { write } from "#components/data/write.ts";
import { createFollowers } from "#components/ui/store.ts";

export const INBOX = "/api/v1/notifications";
/** Between two reads of a visible page. */
export const INBOX_EVERY_MS = 60_000;

const reads = createFollowers();

/** Called when this page has marked notices as read. */
export const onInboxRead = reads.subscribe;

/** Marks a notice and all older ones as read. */
export async function markInboxRead(newest: string): Promise<void> {
  const answer = await write("POST", `${INBOX}/read`, { up_to: newest });
  if (answer.ok) reads.notify();
}
