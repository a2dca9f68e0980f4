/**
 * Gives a push to every account that wants it, in the order of their ids, a batch a transaction. The transaction locks the push, moves its
 * place, counts the caps and writes the notices and what is to be sent to browsers: so an account has a push once, or not at all.
 */
import "server-only";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { calendarItems } from "#lib/platform/db/schema/calendar.ts";
import { users } from "#lib/platform/db/schema/identity.ts";
import {
  pushCounts,
  pushes,
  pushPreferences,
  pushSends,
  pushSubscriptions,
} from "#lib/platform/db/schema/pushes.ts";
import { type Change, type EmitToMany, emitting } from "#lib/platform/events/emitting.ts";
import type { AccountEvents } from "#lib/protocol/wire/account-events.ts";
import { utcDay } from "#lib/pushes/rules/push-draft.ts";
import { STILL_DUE } from "./write-calendar.ts";

/** Pushes of one type that an account gets on a UTC day. */
export const PUSHES_A_DAY = 8;
const ACCOUNTS_AT_ONCE = 500;

type Push = typeof pushes.$inferSelect;

export type FanOutTerms = {
  /** Unix milliseconds. */
  now: number;
  accountsAtOnce?: number;
};

/** Numbers go first, whatever else is under way. */
const ORDER = sql`${pushes.data} ->> 'slot' is not distinct from 'number' desc, ${pushes.position}`;

/** Takes one batch of the push that comes first. @returns false when no push waits */
export async function fanOut(db: Database, terms: FanOutTerms): Promise<boolean> {
  const [next] = await db
    .select({ id: pushes.id })
    .from(pushes)
    .where(and(isNull(pushes.finishedAt), isNull(pushes.cancelledAt)))
    .orderBy(ORDER)
    .limit(1);
  if (next === undefined) return false;
  await takeBatch(db, next.id, terms);
  return true;
}

function takeBatch(db: Database, id: string, { now, accountsAtOnce }: FanOutTerms) {
  return emitting(db, async (change, _emit, _announce, emitToMany) => {
    const [push] = await change.select().from(pushes).where(eq(pushes.id, id)).for("update");
    if (push === undefined || push.finishedAt !== null || push.cancelledAt !== null) return;
    if (now >= push.leavesUntil) return finish(change, id, { finishedAt: now });
    if (!(await isStillDue(change, push))) return finish(change, id, { cancelledAt: now });
    const limit = accountsAtOnce ?? ACCOUNTS_AT_ONCE;
    const batch = await change
      .select({ id: users.id })
      .from(users)
      .where(and(gt(users.id, push.reached), isNull(users.deletedAt)))
      .orderBy(asc(users.id))
      .limit(limit)
      .for("share");
    await give(change, { push, now, accounts: batch.map((user) => user.id) }, emitToMany);
    const reached = batch.at(-1)?.id ?? push.reached;
    await finish(change, id, { reached, finishedAt: batch.length < limit ? now : null });
  });
}

async function finish(
  change: Pick<Change, "update">,
  id: string,
  place: Partial<Pick<Push, "finishedAt" | "cancelledAt" | "reached">>,
): Promise<void> {
  await change.update(pushes).set(place).where(eq(pushes.id, id));
}

async function isStillDue(change: Pick<Change, "execute">, push: Push): Promise<boolean> {
  if (push.itemId === null) return true;
  const { rows } = await change.execute(sql`
    select from ${pushes} join ${calendarItems} on ${calendarItems.id} = ${pushes.itemId}
    where ${pushes.id} = ${push.id} and ${STILL_DUE}`);
  return rows.length > 0;
}

type Giving = { push: Push; now: number; accounts: readonly string[] };

async function give(
  change: Pick<Change, "execute">,
  { push, now, accounts }: Giving,
  emitToMany: EmitToMany,
): Promise<void> {
  if (accounts.length === 0) return;
  const { id, type, kind, at } = push;
  const isOn = (channel: string) =>
    sql`not coalesce(preference.off ? ${`${channel}:${kind}`}, false)`;
  const { rows } = await change.execute<{ user_id: string; inbox: boolean }>(sql`
    with wanted as (
      select account.id, ${isOn("inbox")} as inbox, ${isOn("web")} and exists (
        select from ${pushSubscriptions} as browser where browser.user_id = account.id) as web
      from json_array_elements_text(${JSON.stringify(accounts)}::json) as account (id)
      left join ${pushPreferences} as preference on preference.user_id = account.id
    ), counted as (
      insert into ${pushCounts} as counts (user_id, day, type, count)
      select id, ${utcDay(now)}, ${type}, 1 from wanted where inbox or web order by id
      on conflict (user_id, day, type) do update set count = counts.count + 1
        where counts.count < ${PUSHES_A_DAY}
      returning user_id
    ), due as (
      insert into ${pushSends} (push_id, subscription_id)
      select ${id}, browser.id from counted join wanted on wanted.id = counted.user_id
      join ${pushSubscriptions} as browser on browser.user_id = counted.user_id
      where wanted.web
      on conflict do nothing
    )
    select counted.user_id, wanted.inbox from counted join wanted on wanted.id = counted.user_id`);
  const inboxes = rows.filter(({ inbox }) => inbox).map((row) => row.user_id);
  if (inboxes.length === 0) return;
  const data = push.data as AccountEvents[typeof type];
  await emitToMany({ type, subject: id, at, now, data }, inboxes);
}
