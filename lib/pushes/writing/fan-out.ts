/**
 * Gives a push to every account that wants it, by account id, one batch per transaction. The
 * transaction locks the push, advances its position, counts the caps and writes the notices, the
 * mails and the sends to browsers. So an account gets a push once or not at all. A push for one
 * account goes to that account only.
 */
import "server-only";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { calendarItems } from "#lib/catalysts/schema/calendar.ts";
import { identities } from "#lib/identity/schema/identity.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { isOpenOrder } from "#lib/machines/proposals/open-order.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  type Change,
  type Emit,
  type EmitToMany,
  emitting,
} from "#lib/platform/events/emit-events.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { PushChannel } from "#lib/protocol/market-knowledge.ts";
import type { AccountEvents } from "#lib/protocol/wire/account-events.ts";
import { isMailedAtFirst, isOnAtFirst } from "#lib/pushes/rules/choices.ts";
import { utcDay } from "#lib/pushes/rules/push-draft.ts";
import { pushCounts, pushes, pushSends, pushSubscriptions } from "#lib/pushes/schema/pushes.ts";
import { STILL_DUE } from "./write-calendar.ts";

/**
 * The most pushes of a type for an account per UTC day. For orders and price alerts, the cap is high
 * enough for a person and prevents a flood of mails. Of trading each kind is counted alone, so that no number of
 * fills keeps a margin warning back, and samples are counted alone, so that they keep no real release back.
 */
export const PUSHES_A_DAY = {
  "push.calendar": 8,
  "push.market": 8,
  "push.approval": 50,
  "push.trading": 300,
  "push.alert": 200,
} as const;
const ACCOUNTS_AT_ONCE = 500;

type Push = typeof pushes.$inferSelect;

export type FanOutTerms = {
  /** Unix milliseconds. */
  now: number;
  accountsAtOnce?: number;
};

/** Pushes for one user come first, then numbers, even before a push that has started. */
const ORDER = sql`${pushes.userId} is not null desc,
  ${pushes.data} ->> 'slot' is not distinct from 'number' desc, ${pushes.position}`;

/** Takes one batch of the next push. @returns false when no push waits */
export async function fanOutPush(db: Database, terms: FanOutTerms): Promise<boolean> {
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
  return emitting(db, async (change, emit, _announce, emitToMany) => {
    const [push] = await change.select().from(pushes).where(eq(pushes.id, id)).for("update");
    if (push === undefined || push.finishedAt !== null || push.cancelledAt !== null) return;
    if (now >= push.leavesUntil) return finish(change, id, { finishedAt: now });
    if (!(await isStillDue(change, push, now))) return finish(change, id, { cancelledAt: now });
    const limit = accountsAtOnce ?? ACCOUNTS_AT_ONCE;
    const batch = await change
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          push.userId === null ? gt(users.id, push.reached) : eq(users.id, push.userId),
          isNull(users.deletedAt),
        ),
      )
      .orderBy(asc(users.id))
      .limit(limit)
      .for("share");
    const accounts = batch.map((user) => user.id);
    await give(change, { push, now, accounts }, { emit, emitToMany });
    const reached = batch.at(-1)?.id ?? push.reached;
    const isLast = push.userId !== null || batch.length < limit;
    await finish(change, id, { reached, finishedAt: isLast ? now : null });
  });
}

async function finish(
  change: Pick<Change, "update">,
  id: string,
  progress: Partial<Pick<Push, "finishedAt" | "cancelledAt" | "reached">>,
): Promise<void> {
  await change.update(pushes).set(progress).where(eq(pushes.id, id));
}

async function isStillDue(
  change: Pick<Change, "execute">,
  push: Push,
  now: number,
): Promise<boolean> {
  if (push.itemId === null) return true;
  if (push.type === "push.approval") {
    const { rows } = await change.execute(
      sql`select where ${isOpenOrder(sql`${push.itemId}`, now)}`,
    );
    return rows.length > 0;
  }
  const { rows } = await change.execute(sql`
    select from ${pushes} join ${calendarItems} on ${calendarItems.id} = ${pushes.itemId}
    where ${pushes.id} = ${push.id} and ${STILL_DUE}`);
  return rows.length > 0;
}

/** The count against which a push is held: its cap is that of its type. */
function countedAs({ type, kind, data }: Push): string {
  if (type === "push.trading") return `${type}:${kind}`;
  return data["simulated"] === 1 ? `${type}:simulated` : type;
}

type Giving = { push: Push; now: number; accounts: readonly string[] };

async function give(
  change: Pick<Change, "execute">,
  { push, now, accounts }: Giving,
  { emit, emitToMany }: { emit: Emit; emitToMany: EmitToMany },
): Promise<void> {
  if (accounts.length === 0) return;
  const { id, type, kind, at } = push;
  const isOn = (channel: PushChannel) =>
    sql`not coalesce(preference.off ? ${`${channel}:${kind}`}, ${!isOnAtFirst(channel, kind)})`;
  const counted = countedAs(push);
  const { rows } = await change.execute<{ user_id: string; inbox: boolean; mail: boolean }>(sql`
    with wanted as (
      select account.id, ${isOn("inbox")} as inbox, ${isOn("web")} and exists (
        select from ${pushSubscriptions} as browser where browser.user_id = account.id) as web,
        coalesce(preference.mail ? ${kind}, ${isMailedAtFirst(kind)} and exists (
          select from ${identities} as address
          where address.user_id = account.id and address.kind = 'email')) as mail
      from json_array_elements_text(${JSON.stringify(accounts)}::json) as account (id)
      left join ${pushPreferences} as preference on preference.user_id = account.id
    ), counted as (
      insert into ${pushCounts} as counts (user_id, day, type, count)
      select id, ${utcDay(now)}, ${counted}, 1 from wanted where inbox or web or mail order by id
      on conflict (user_id, day, type) do update set count = counts.count + 1
        where counts.count < ${PUSHES_A_DAY[type]}
      returning user_id
    ), due as (
      insert into ${pushSends} (push_id, subscription_id)
      select ${id}, browser.id from counted join wanted on wanted.id = counted.user_id
      join ${pushSubscriptions} as browser on browser.user_id = counted.user_id
      where wanted.web
      on conflict do nothing
    )
    select counted.user_id, wanted.inbox, wanted.mail
    from counted join wanted on wanted.id = counted.user_id`);
  const data = push.data as AccountEvents[typeof type];
  const event = { type, subject: id, at, now, data };
  // A mail is based on a notice, so a user who wants no list gets one that is already read.
  for (const { user_id: userId, inbox } of rows.filter(({ mail }) => mail)) {
    await emit({ ...event, userId, version: userId, wantsMail: true, isRead: !inbox });
  }
  const inboxes = rows.filter(({ inbox, mail }) => inbox && !mail).map((row) => row.user_id);
  if (inboxes.length > 0) await emitToMany(event, inboxes);
}
