/**
 * Turns notices of the venue into pushes and webhook events of the accounts' owners, and moves the
 * place in the feed, in one transaction: a page that is read again after a crash gives nothing twice.
 */
import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { notifyProcess, notifyReplicas } from "#lib/platform/db/leadership.ts";
import { type Change, emitting } from "#lib/platform/events/emit-events.ts";
import type { Announce } from "#lib/platform/events/webhook-outbox.ts";
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";
import { isWanted } from "#lib/pushes/rules/choices.ts";
import type { PushDraft } from "#lib/pushes/rules/push-draft.ts";
import { kindOfEvent } from "#lib/pushes/rules/trading-kinds.ts";
import { pushVenueCursors } from "#lib/pushes/schema/pushes.ts";
import { PUSHES_ELECTION } from "#lib/pushes/writing/pushes-election.ts";
import { storePushes } from "#lib/pushes/writing/store-pushes.ts";
import { findChosenEvents, lockOwners, type Owner } from "./owners.ts";
import { eventsOfNotice } from "./trading-events.ts";
import { pushOfNotice } from "./trading-push.ts";

type Taking = {
  /** `venue:{first address}` */
  feed: string;
  /** The stored place behind which the notices are. */
  stored: string;
  /** The id of the last notice that was read, taken or not. */
  place: string;
  notices: readonly VenueNotice[];
  /** Unix milliseconds. */
  now: number;
};

/** @returns false when another replica has moved the place meanwhile; then nothing is written */
export async function takeNotices(
  db: Database,
  { feed, stored, place, notices, now }: Taking,
): Promise<boolean> {
  let hasPushes = false;
  const isTaken = await emitting(db, async (change, _emit, announce) => {
    const [row] = await change
      .select({ after: pushVenueCursors.after })
      .from(pushVenueCursors)
      .where(eq(pushVenueCursors.feed, feed))
      .for("update");
    if (row?.after !== stored) return false;
    hasPushes = await takeAll(change, announce, { notices, now });
    await change
      .update(pushVenueCursors)
      .set({ after: place, updatedAt: now })
      .where(eq(pushVenueCursors.feed, feed));
    return true;
  });
  if (hasPushes) notifyProcess(PUSHES_ELECTION);
  return isTaken;
}

/** @returns whether a push was stored */
async function takeAll(
  change: Change,
  announce: Announce,
  { notices, now }: Pick<Taking, "notices" | "now">,
): Promise<boolean> {
  if (notices.length === 0) return false;
  const owners = await lockOwners(change, accountsOf(notices));
  const owned = notices.flatMap((notice) => {
    const owner = owners.get(notice.account);
    return owner === undefined ? [] : [{ notice, owner }];
  });
  if (owned.length === 0) return false;
  await announceAll(announce, owned, {
    now,
    chosen: await findChosenEvents(
      change,
      owned.map(({ owner }) => owner.userId),
    ),
  });
  const drafts = owned.flatMap(({ notice, owner }) => draftsOf(notice, owner));
  if (drafts.length === 0 || (await storePushes(change, drafts, now)) === 0) return false;
  await change.execute(sql`SELECT ${notifyReplicas(PUSHES_ELECTION)}`);
  return true;
}

export function accountsOf(notices: readonly VenueNotice[]): string[] {
  return [...new Set(notices.map(({ account }) => account))];
}

type Owned = { notice: VenueNotice; owner: Owner };

/** Types that no webhook of the owner has chosen are not written: an active account has very many. */
async function announceAll(
  announce: Announce,
  owned: readonly Owned[],
  { now, chosen }: { now: number; chosen: Awaited<ReturnType<typeof findChosenEvents>> },
): Promise<void> {
  for (const { notice, owner } of owned) {
    const { userId } = owner;
    const types = chosen.get(userId);
    if (types === undefined) continue;
    for (const event of eventsOfNotice(notice)) {
      if (!types.has(event.type)) continue;
      await announce({ ...event, userId, subject: subjectOf(notice), version: "1", now });
    }
  }
}

function draftsOf(notice: VenueNotice, { userId, preferences }: Owner): PushDraft[] {
  const content = pushOfNotice(notice);
  if (content === undefined) return [];
  const { data, lifetimeMs } = content;
  const kind = kindOfEvent(data);
  if (!isWanted(kind, preferences)) return [];
  const key = `trading:${subjectOf(notice)}`;
  const at = notice.created_at;
  return [
    {
      type: "push.trading",
      key,
      twinKey: key,
      kind,
      userId,
      at,
      leavesUntil: at + lifetimeMs,
      itemId: null,
      scheduledAt: null,
      data,
    },
  ];
}

/** With the time, because the places of another journal begin anew. */
function subjectOf({ id, created_at: at }: VenueNotice): string {
  return `${id}:${at}`;
}
