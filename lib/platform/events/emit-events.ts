/**
 * Emits the events of a change, in the transaction of the change: an event exists if and only if its cause is
 * committed. An event is written once; its readers are the inboxes of accounts and the owners' webhooks.
 */
import "server-only";
import { createHash } from "node:crypto";
import type { Database } from "#lib/platform/db/client.ts";
import { appendNotice, appendNotices } from "#lib/platform/inbox/append-notice.ts";
import type { AccountEvents, AccountEventType } from "#lib/protocol/wire/account-events.ts";
import { type Announce, appendWebhookEvent, wakeWebhooks } from "./webhook-outbox.ts";

/** The transaction of a change. */
export type Change = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type Emission<Type extends AccountEventType> = {
  type: Type;
  /** The account that the event belongs to. */
  userId: string;
  /** Id of what the event is about, and the state that it reached: together with the type they are announced once. */
  subject: string;
  version: string;
  /** When it happened, Unix milliseconds. */
  at: number;
  /** Unix milliseconds. */
  now: number;
  data: AccountEvents[Type];
  /** True: a mail is wanted, which the emitting domain sends. */
  wantsMail?: boolean;
  /** True: nothing new for the user, who finds it as read. */
  isRead?: boolean;
};

/** @returns false when the event was emitted before, or the account is deleted: nothing is written then */
export type Emit = <Type extends AccountEventType>(event: Emission<Type>) => Promise<boolean>;

/** Emits an event of everybody to many accounts in one statement, to each once. @returns how many inboxes got it */
export type EmitToMany = <Type extends AccountEventType>(
  event: Pick<Emission<Type>, "type" | "subject" | "at" | "now" | "data">,
  userIds: readonly string[],
) => Promise<number>;

/**
 * Runs `run` in a transaction; what it throws undoes the change and its events. Each further event of the transaction is
 * created 1 ms later, so that the times of creation keep their order.
 */
export async function emitting<Result>(
  db: Pick<Database, "transaction">,
  run: (change: Change, emit: Emit, announce: Announce, emitToMany: EmitToMany) => Promise<Result>,
): Promise<Result> {
  let isAnnounced = false;
  const result = await db.transaction((change) => {
    let last = Number.NEGATIVE_INFINITY;
    const nextTime = (now: number) => {
      last = Math.max(now, last + 1);
      return last;
    };
    const emit: Emit = ({ subject, version, now, isRead = false, ...event }) => {
      const dedupKey = dedupKeyOf(event.type, subject, version);
      const readAt = isRead ? new Date(now) : null;
      return appendNotice(change, { ...event, dedupKey, createdAt: nextTime(now), readAt });
    };
    const announce: Announce = async ({ subject, version, now, ...event }) => {
      const dedupKey = dedupKeyOf(event.type, subject, version);
      const isNew = await appendWebhookEvent(change, {
        ...event,
        dedupKey,
        createdAt: nextTime(now),
      });
      isAnnounced ||= isNew;
      return isNew;
    };
    const emitToMany: EmitToMany = ({ type, subject, at, now, data }, userIds) => {
      const owners = userIds.map((userId) => ({
        userId,
        dedupKey: dedupKeyOf(type, subject, userId),
      }));
      return appendNotices(change, { type, at, createdAt: nextTime(now), data }, owners);
    };
    return run(change, emit, announce, emitToMany);
  });
  if (isAnnounced) wakeWebhooks();
  return result;
}

/** The migration 0011_one_inbox.sql computes the same for notices from before. */
function dedupKeyOf(type: string, subject: string, version: string): string {
  return createHash("sha256")
    .update(JSON.stringify([type, subject, version]))
    .digest("hex");
}
