/** Takes deliveries whose time has come, each under a lease, within the limits of its webhook. */
import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookLanes,
  webhooks,
} from "#lib/platform/db/schema/webhooks.ts";
import { WEBHOOK_LIMITS, type WebhookEventType } from "#lib/protocol/webhooks.ts";

/** Longer than an attempt and its settlement take: a process that lives keeps what it claimed. */
export const LEASE_MS = 30_000;
/** Of one webhook, over all replicas. */
const { attempts: AT_A_TIME, attemptsWhenSlow: AT_A_TIME_SLOW } = WEBHOOK_LIMITS;
const MOST_LANES = 64;

export type Claimed = {
  id: string;
  webhookId: string;
  url: string;
  type: WebhookEventType;
  dedupKey: string;
  eventAt: number;
  data: string;
  isLive: boolean;
  attempt: number;
  dueAt: number;
  claim: string;
  /** How often the process of this attempt has ended. */
  lost: number;
};

type ClaimTerms = { now: number; most: number };

/**
 * First it locks lanes whose work is due, so that a webhook's limits hold over all replicas and no attempt begins after a
 * pause was committed; lanes that another replica has locked are left to it. The second statement then sees everything that
 * was added to these lanes before. An attempt whose lease has ended is repeated under the same number, and its lost run is
 * recorded.
 */
export function claim(db: Pick<Database, "transaction">, terms: ClaimTerms): Promise<Claimed[]> {
  return db.transaction(async (change) => {
    const { rows } = await change.execute(sql`
      select webhook_id from ${webhookLanes}
      where is_open and due_at <= ${terms.now}::bigint
      order by due_at, webhook_id limit ${MOST_LANES}
      for update skip locked`);
    const locked = rows.map((row) => String(row["webhook_id"]));
    return locked.length === 0 ? [] : takeFrom(change, locked, terms);
  });
}

async function takeFrom(
  change: Pick<Database, "execute">,
  locked: readonly string[],
  { now, most }: ClaimTerms,
): Promise<Claimed[]> {
  const name = randomUUID();
  const lease = now + LEASE_MS;
  const { rows } = await change.execute(sql`
    with lanes as (
      select l.webhook_id, l.is_slow, w.url, w.max_per_second,
        least(w.max_per_second, l.tokens + (${now}::bigint - l.filled_at) * w.max_per_second / 1000.0) as tokens
      from ${webhookLanes} l join ${webhooks} w on w.id = l.webhook_id
      where l.webhook_id in (select jsonb_array_elements_text(${JSON.stringify(locked)}::jsonb))
    ), room as (
      select webhook_id, greatest(0, least(floor(tokens),
        case when is_slow then ${AT_A_TIME_SLOW}::integer else ${AT_A_TIME}::integer end - (
          select count(*) from ${webhookDeliveries} d
          where d.webhook_id = lanes.webhook_id and d.state = 'sending' and d.lease_until > ${now}::bigint
        )))::integer as room
      from lanes
    ), picked as (
      select due.* from room cross join lateral (
        select d.id, d.webhook_id, d.state, d.attempt, d.claim, d.due_at, d.lease_until
        from ${webhookDeliveries} d
        where d.webhook_id = room.webhook_id and (
          (d.state = 'pending' and d.due_at <= ${now}::bigint)
          or (d.state = 'sending' and d.lease_until <= ${now}::bigint))
        order by d.due_at, d.position limit room.room
      ) due limit ${most}
    ), lost as (
      insert into ${webhookAttempts} (delivery_id, number, claim, due_at, started_at, ended_at, failure)
      select id, attempt, claim, due_at, lease_until - ${LEASE_MS}::bigint, ${now}::bigint, 'lost'
      from picked where state = 'sending'
      on conflict do nothing
    ), claimed as (
      update ${webhookDeliveries} d set state = 'sending', claim = ${name}, lease_until = ${lease}::bigint,
        attempt = case when picked.state = 'pending' then d.attempt + 1 else d.attempt end,
        lost = case when picked.state = 'pending' then 0 else d.lost + 1 end
      from picked
      -- Settled meanwhile by the process that was thought to be lost: its result stands.
      where d.id = picked.id and d.state = picked.state and d.claim is not distinct from picked.claim
      returning d.*
    ), moved as (
      update ${webhookLanes} l set
        tokens = lanes.tokens - (select count(*) from picked p where p.webhook_id = l.webhook_id),
        filled_at = ${now}::bigint,
        due_at = (
          select min(at) from (
            select due_at as at from ${webhookDeliveries} d
            where d.webhook_id = l.webhook_id and d.state = 'pending' and d.id not in (select id from picked)
            union all
            select lease_until from ${webhookDeliveries} d
            where d.webhook_id = l.webhook_id and d.state = 'sending' and d.id not in (select id from picked)
            union all
            select ${lease}::bigint from picked p where p.webhook_id = l.webhook_id
          ) work
        )
      from lanes where l.webhook_id = lanes.webhook_id
    )
    select c.id, c.webhook_id, lanes.url, c.type, c.dedup_key, c.event_at, c.data, c.is_live,
      c.attempt, c.due_at, c.claim, c.lost
    from claimed c join lanes on lanes.webhook_id = c.webhook_id
    order by c.due_at, c.position`);
  return rows.map(claimedOf);
}

function claimedOf(row: Record<string, unknown>): Claimed {
  return {
    id: String(row["id"]),
    webhookId: String(row["webhook_id"]),
    url: String(row["url"]),
    type: row["type"] as WebhookEventType,
    dedupKey: String(row["dedup_key"]),
    eventAt: Number(row["event_at"]),
    data: String(row["data"]),
    isLive: row["is_live"] === true,
    attempt: Number(row["attempt"]),
    dueAt: Number(row["due_at"]),
    claim: String(row["claim"]),
    lost: Number(row["lost"]),
  };
}

/** When the earliest work of an open lane is due; `undefined` when there is none. */
export async function nextDue(db: Pick<Database, "execute">): Promise<number | undefined> {
  const { rows } = await db.execute(
    sql`select min(due_at) as due from ${webhookLanes} where is_open and due_at is not null`,
  );
  const due = rows[0]?.["due"];
  return due === null || due === undefined ? undefined : Number(due);
}
