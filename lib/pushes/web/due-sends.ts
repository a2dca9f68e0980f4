/** Reads which pushes wait for which browsers, and stores their results. */
import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { pushPreferences } from "#lib/identity/schema/push-preferences.ts";
import { isOpenOrder } from "#lib/machines/proposals/open-order.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { PushOutcome } from "#lib/protocol/market-knowledge.ts";
import {
  PUSH_LOCALES,
  type PushLocale,
  type PushNotice,
} from "#lib/protocol/push-texts/push-text.ts";
import type { PushPreferences } from "#lib/protocol/wire/pushes.ts";
import { pushes, pushSends, pushSubscriptions } from "#lib/pushes/schema/pushes.ts";

export type PushSend = {
  pushId: string;
  subscriptionId: string;
  leavesUntil: number;
  notice: PushNotice;
  browser: { endpoint: string; p256dh: string; auth: string };
  locale: PushLocale;
  clock: Pick<PushPreferences, "quiet" | "time_zone">;
};

/** The condition for pushes that may be sent at a time in Unix milliseconds. */
const mayLeave = (now: number) => sql`push.leaves_until > ${now} and push.cancelled_at is null
      and (push.type <> 'push.approval' or ${isOpenOrder(sql`push.item_id`, now)})`;

/** Whether an unclaimed push may be sent. `now` is in Unix milliseconds. */
export async function hasSends(db: Database, now: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${pushes} as push
    join ${pushSends} as waiting on waiting.push_id = push.id
    where ${mayLeave(now)} and waiting.claimed_at is null
    limit 1`);
  return rows.length > 0;
}

/**
 * Claims pushes that may be sent now, for this replica alone. A claimed push is never claimed
 * again. Browsers whose last attempt succeeded come first; among them, pushes for one user come
 * first, then numbers. `now` is in Unix milliseconds.
 */
export async function claimSends(db: Database, now: number, limit: number): Promise<PushSend[]> {
  const claimed = await claim(db, { now, limit, hasFailed: false });
  const left = limit - claimed.length;
  return left === 0
    ? claimed
    : [...claimed, ...(await claim(db, { now, limit: left, hasFailed: true }))];
}

type Claim = { now: number; limit: number; hasFailed: boolean };

/**
 * For each push, reads no more rows than it claims, so a claim costs the same however many wait.
 */
async function claim(db: Database, { now, limit, hasFailed }: Claim): Promise<PushSend[]> {
  const { rows } = await db.execute<Row>(sql`
    with due as (
      select free.push_id, free.subscription_id
      from ${pushes} as push cross join lateral (
        select waiting.push_id, waiting.subscription_id
        from ${pushSends} as waiting
        join ${pushSubscriptions} as browser on browser.id = waiting.subscription_id
        where waiting.push_id = push.id and waiting.claimed_at is null
          and (browser.failures > 0) = ${hasFailed}
        limit ${limit} for update of waiting skip locked
      ) as free
      where ${mayLeave(now)}
      order by push.user_id is not null desc,
        push.data ->> 'slot' is not distinct from 'number' desc, push.position
      limit ${limit}
    ), claimed as (
      update ${pushSends} as send set claimed_at = ${now} from due
      where send.push_id = due.push_id and send.subscription_id = due.subscription_id
        and send.claimed_at is null
      returning send.push_id, send.subscription_id
    )
    select claimed.push_id, claimed.subscription_id, push.type, push.data, push.leaves_until,
      browser.endpoint, browser.p256dh, browser.auth, browser.locale,
      preference.quiet_from, preference.quiet_until, preference.time_zone
    from claimed
    join ${pushes} as push on push.id = claimed.push_id
    join ${pushSubscriptions} as browser on browser.id = claimed.subscription_id
    left join ${pushPreferences} as preference on preference.user_id = browser.user_id`);
  return rows.map(sendOf);
}

type Row = {
  push_id: string;
  subscription_id: string;
  type: PushNotice["type"];
  data: PushNotice["data"];
  leaves_until: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: string;
  quiet_from: number | null;
  quiet_until: number | null;
  time_zone: string | null;
};

function sendOf(row: Row): PushSend {
  const { quiet_from: from, quiet_until: until, endpoint, p256dh, auth } = row;
  return {
    pushId: row.push_id,
    subscriptionId: row.subscription_id,
    leavesUntil: Number(row.leaves_until),
    notice: { type: row.type, data: row.data } as PushNotice,
    browser: { endpoint, p256dh, auth },
    locale: PUSH_LOCALES.find((locale) => locale === row.locale) ?? "en",
    clock: {
      quiet: from === null || until === null ? null : { from, until },
      time_zone: row.time_zone ?? "UTC",
    },
  };
}

/** Stores the result of a push for a browser. */
export async function noteOutcome(
  db: Database,
  { pushId, subscriptionId }: Pick<PushSend, "pushId" | "subscriptionId">,
  { outcome, now }: { outcome: PushOutcome; now: number },
): Promise<void> {
  await db
    .update(pushSends)
    .set({ outcome })
    .where(and(eq(pushSends.pushId, pushId), eq(pushSends.subscriptionId, subscriptionId)));
  if (outcome !== "quiet") await noteAttempt(db, subscriptionId, { outcome, now });
}

/**
 * Removes the browser when its push service says that it is gone. Other failures may be the
 * service's own, so they only move the browser behind the others.
 */
export async function noteAttempt(
  db: Database,
  subscriptionId: string,
  { outcome, now }: { outcome: Exclude<PushOutcome, "quiet">; now: number },
): Promise<void> {
  const { failures } = pushSubscriptions;
  const isOf = eq(pushSubscriptions.id, subscriptionId);
  if (outcome === "gone") {
    await db.transaction(async (change) => {
      const [row] = await change.delete(pushSubscriptions).where(isOf).returning();
      if (row === undefined) return;
      const by = { now, userId: row.userId, actor: { kind: "service" as const } };
      await recordAudit(change, { ...by, action: "push_browser.removed", ...auditedBrowser(row) });
    });
  } else if (outcome === "sent") {
    await db.update(pushSubscriptions).set({ lastSentAt: now, failures: 0 }).where(isOf);
  } else {
    await db
      .update(pushSubscriptions)
      .set({ failures: sql`${failures} + 1` })
      .where(isOf);
  }
}

/** The browser in the form of the audit log. */
export function auditedBrowser({
  id,
  endpoint,
}: Pick<typeof pushSubscriptions.$inferSelect, "id" | "endpoint">) {
  return { target: id, details: { label: new URL(endpoint).host } };
}
