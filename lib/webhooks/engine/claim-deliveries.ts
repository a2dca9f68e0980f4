/** Claims due deliveries under a lease, within the limits of their webhooks. */
import "server-only";
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import type { MailLocale } from "#lib/platform/mail/mail-locales.ts";
import { type WebhookHeader, webhooks } from "#lib/platform/schema/events.ts";
import {
  type ReceiverStop,
  WEBHOOK_LIMITS,
  type WebhookEventType,
  type WebhookFormat,
} from "#lib/protocol/webhooks.ts";
import { webhookAttempts, webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

/** Longer than an attempt and its settlement take, so that a living process keeps its claims. */
export const LEASE_MS = 30_000;
/** Attempts of one webhook at a time, over all replicas. */
const AT_A_TIME = WEBHOOK_LIMITS.attempts;
const AT_A_TIME_SLOW = WEBHOOK_LIMITS.attemptsWhenSlow;
/**
 * So few that a hundred new webhooks which do not answer leave most slots of a replica to the
 * others.
 */
const AT_A_TIME_AT_FIRST = WEBHOOK_LIMITS.attemptsAtFirst;
const MAX_LANES = 64;

export type Claimed = {
  id: string;
  webhookId: string;
  url: string;
  /** What the owner calls the webhook; null: nothing. */
  name: string | null;
  format: WebhookFormat;
  /** Headers of the owner's own, with encrypted values. */
  headers: readonly WebhookHeader[];
  receiverMayStop: ReceiverStop;
  /** Language of chat messages; null: English. */
  locale: MailLocale | null;
  type: WebhookEventType;
  dedupKey: string;
  eventAt: number;
  data: string;
  isLive: boolean;
  attempt: number;
  dueAt: number;
  claim: string;
  /** How often the process that ran this attempt has ended. */
  lost: number;
  /** True if the webhook is slow: an attempt timed out, or took long. */
  isSlow: boolean;
};

/** Claims at most `most` deliveries, and at most `mostSlow` from slow webhooks. */
export type ClaimTerms = { now: number; most: number; mostSlow: number };

/**
 * Locks due lanes first, so that a webhook's limits hold over all replicas and no attempt begins
 * after a committed pause. Lanes that another replica has locked are left to it. The second
 * statement then sees everything that was added to these lanes before.
 * An attempt whose lease has ended is repeated under the same number, and the lost run is recorded.
 * A lane without room is left until it may have some, so that the lanes after it get their turn.
 */
export async function claim(
  db: Pick<Database, "transaction">,
  terms: ClaimTerms,
): Promise<Claimed[]> {
  for (;;) {
    const { laneCount, claimed } = await claimOnce(db, terms);
    if (claimed.length > 0 || laneCount < MAX_LANES) return claimed;
  }
}

function claimOnce(db: Pick<Database, "transaction">, terms: ClaimTerms) {
  return db.transaction(async (change) => {
    const { rows } = await change.execute(sql`
      select webhook_id from ${webhookLanes}
      where ${isWanted(terms)} and ${LANE_AT} <= ${terms.now}::bigint
      order by ${LANE_AT}, webhook_id limit ${MAX_LANES}
      for update skip locked`);
    const locked = rows.map((row) => String(row["webhook_id"]));
    const claimed = locked.length === 0 ? [] : await takeFrom(change, locked, terms);
    return { laneCount: locked.length, claimed };
  });
}

/** When the next claim will find work; `undefined` if there is none. */
export async function nextClaimDue(
  db: Pick<Database, "execute">,
  terms: Pick<ClaimTerms, "mostSlow">,
): Promise<number | undefined> {
  const { rows } = await db.execute(
    sql`select min(${LANE_AT}) as due from ${webhookLanes} where ${isWanted(terms)}`,
  );
  const due = rows[0]?.["due"];
  return due === null || due === undefined ? undefined : Number(due);
}

/** Exactly the expression of the index. */
const LANE_AT = sql`greatest(due_at, free_at)`;

function isWanted({ mostSlow }: Pick<ClaimTerms, "mostSlow">): SQL {
  const isOpen = sql`is_open and due_at is not null`;
  return mostSlow > 0 ? isOpen : sql`${isOpen} and not is_slow`;
}

async function takeFrom(
  change: Pick<Database, "execute">,
  locked: readonly string[],
  terms: ClaimTerms,
): Promise<Claimed[]> {
  const { now } = terms;
  const name = randomUUID();
  const lease = now + LEASE_MS;
  const { rows } = await change.execute(sql`
    with lanes as (${roomOf(locked, now)}
    ), picked as (${dueOf(terms)}
    ), lost as (
      insert into ${webhookAttempts} (delivery_id, number, claim, due_at, started_at, ended_at, failure)
      select id, attempt, claim, due_at, lease_until - ${LEASE_MS}::bigint, ${now}::bigint, 'lost'
      from picked where state = 'sending'
      on conflict do nothing
    ), claimed as (
      update ${webhookDeliveries} d set state = 'sending', claim = ${name}, lease_until = ${lease}::bigint,
        attempt = case when picked.state = 'pending' then d.attempt + 1 else d.attempt end,
        lost = case when picked.state = 'pending' then 0 else d.lost + 1 end
      from picked where d.id = picked.id
      returning d.*
    ), moved as (${moveLanes(now, lease)}
    )
    select c.id, c.webhook_id, lanes.url, lanes.name, lanes.format, lanes.headers,
      lanes.receiver_may_stop, lanes.locale, lanes.is_slow, c.type, c.dedup_key, c.event_at, c.data, c.is_live,
      c.attempt, c.due_at, c.claim, c.lost
    from claimed c join lanes on lanes.webhook_id = c.webhook_id
    order by c.due_at, c.position`);
  return rows.map(claimedOf);
}

/**
 * For each lane: its tokens, its leases under way and the most that it may have. If the clock is
 * set back, no tokens are taken.
 */
function roomOf(locked: readonly string[], now: number): SQL {
  return sql`
      select l.webhook_id, l.is_slow, w.url, w.max_per_second,
        w.name, w.format, w.headers, w.receiver_may_stop, w.locale,
        least(w.max_per_second, l.tokens + greatest(0, ${now}::bigint - l.filled_at) * w.max_per_second / 1000.0) as tokens,
        case when l.is_slow then ${AT_A_TIME_SLOW}::integer when l.is_tried then ${AT_A_TIME}::integer
          else ${AT_A_TIME_AT_FIRST}::integer end as most,
        leases.held, leases.first_end
      from ${webhookLanes} l join ${webhooks} w on w.id = l.webhook_id
      cross join lateral (
        select count(*)::integer as held, min(lease_until) as first_end from ${webhookDeliveries} d
        where d.webhook_id = l.webhook_id and d.state = 'sending' and d.lease_until > ${now}::bigint
      ) leases
      where l.webhook_id in (select jsonb_array_elements_text(${JSON.stringify(locked)}::jsonb))`;
}

/**
 * For each lane: its due deliveries, oldest first, up to its room. Two parts, because each uses an
 * index and many deliveries may be due.
 */
function dueOf({ now, most, mostSlow }: ClaimTerms): SQL {
  return sql`
      select * from (
        select due.*, row_number() over (partition by lanes.is_slow order by due.due_at, due.position) as place,
          lanes.is_slow
        from lanes cross join lateral (
          (select ${PICKED} from ${webhookDeliveries} d
            where d.webhook_id = lanes.webhook_id and d.state = 'pending' and d.due_at <= ${now}::bigint
            order by d.due_at, d.position limit ${ROOM})
          union all
          (select ${PICKED} from ${webhookDeliveries} d
            where d.webhook_id = lanes.webhook_id and d.state = 'sending' and d.lease_until <= ${now}::bigint
            order by d.lease_until, d.due_at, d.position limit ${ROOM})
          order by due_at, position limit ${ROOM}
        ) due
      ) offered
      where not is_slow or place <= ${mostSlow}
      order by due_at, position limit ${most}`;
}

const PICKED = sql.raw(
  "d.id, d.webhook_id, d.position, d.state, d.attempt, d.claim, d.due_at, d.lease_until",
);
const ROOM = sql.raw("greatest(0, least(floor(lanes.tokens)::integer, lanes.most - lanes.held))");

/**
 * A lane has room again when its rate allows another attempt and, if all its slots are taken, a
 * lease ends.
 */
function moveLanes(now: number, lease: number): SQL {
  return sql`
      update ${webhookLanes} l set
        tokens = lanes.tokens - taken.count,
        filled_at = ${now}::bigint,
        free_at = greatest(
          case when lanes.tokens - taken.count < 1 then
            ${now}::bigint + ceil((1 - lanes.tokens + taken.count) * 1000 / lanes.max_per_second)::bigint
          else 0 end,
          case when lanes.held + taken.count >= lanes.most then coalesce(lanes.first_end, ${lease}::bigint) else 0 end),
        due_at = least(
          (select d.due_at from ${webhookDeliveries} d
            where d.webhook_id = l.webhook_id and d.state = 'pending' and d.id not in (select id from picked)
            order by d.due_at, d.position limit 1),
          (select min(d.lease_until) from ${webhookDeliveries} d
            where d.webhook_id = l.webhook_id and d.state = 'sending' and d.id not in (select id from picked)),
          case when taken.count > 0 then ${lease}::bigint end)
      from lanes cross join lateral (
        select count(*)::integer as count from picked p where p.webhook_id = lanes.webhook_id
      ) taken
      where l.webhook_id = lanes.webhook_id`;
}

function claimedOf(row: Record<string, unknown>): Claimed {
  return {
    id: String(row["id"]),
    webhookId: String(row["webhook_id"]),
    url: String(row["url"]),
    name: row["name"] as string | null,
    format: row["format"] as WebhookFormat,
    headers: row["headers"] as WebhookHeader[],
    receiverMayStop: row["receiver_may_stop"] as ReceiverStop,
    locale: row["locale"] as MailLocale | null,
    type: row["type"] as WebhookEventType,
    dedupKey: String(row["dedup_key"]),
    eventAt: Number(row["event_at"]),
    data: String(row["data"]),
    isLive: row["is_live"] === true,
    attempt: Number(row["attempt"]),
    dueAt: Number(row["due_at"]),
    claim: String(row["claim"]),
    lost: Number(row["lost"]),
    isSlow: row["is_slow"] === true,
  };
}
