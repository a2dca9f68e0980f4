/** Finds the webhooks of each event and makes the deliveries, at the fan-out or later. */
import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

/**
 * A query: each row of `events` with each of its `receivers`. `events` has the columns of
 * `webhook_events`, `receivers` those of `webhooks`.
 */
export function matching(events: SQL, receivers: SQL = sql`${webhooks}`): SQL {
  const pairs = (whose: SQL) => sql`
    select w.id as webhook_id, e.type, e.dedup_key, e.created_at, e.data, e.position
    from ${events} e join ${receivers} w
      on ${whose}
      and w.created_at <= e.created_at
      and w.id is distinct from e.about
      and w.events ? e.type
      and (e.assets is null or w.filter->'assets' is null or exists (
        select 1 from jsonb_array_elements_text(e.assets) as asset where w.filter->'assets' ? asset))
      and (e.markets is null or w.filter->'markets' is null or exists (
        select 1 from jsonb_array_elements_text(e.markets) as market where w.filter->'markets' ? market))
      and (e.account is null or w.filter->'accounts' is null or w.filter->'accounts' ? e.account)
      and (e.conviction is null or w.filter->'min_conviction' is null
        or e.conviction >= (w.filter->>'min_conviction')::double precision)`;
  // Two queries, because with both conditions in one the events of accounts would use no index of
  // the webhooks.
  return sql`${pairs(sql`w.user_id = e.user_id`)} union all ${pairs(sql`e.user_id is null`)}`;
}

/** A query: the rows of `matched` without a delivery. */
export function withoutDelivery(matched: SQL): SQL {
  return sql`
    select * from (${matched}) u where not exists (
      select 1 from ${webhookDeliveries} d where d.id = ${idOf(sql`u.webhook_id`, sql`u.dedup_key`)})`;
}

/**
 * An insert without `returning`: a delivery for each row of `matched` that has none, oldest event
 * first. The id is derived from webhook and event. A delivery is never older than its event, so
 * that clean-up deletes the event first.
 */
export function insertDeliveries(matched: SQL, now: number): SQL {
  return sql`
    insert into ${webhookDeliveries}
      (id, webhook_id, type, dedup_key, event_at, data, is_live, state, attempt, due_at, created_at)
    select ${idOf(sql`webhook_id`, sql`dedup_key`)},
      webhook_id, type, dedup_key, created_at, data, true, 'pending', 0,
      ${now}::bigint, greatest(${now}::bigint, created_at)
    from ${matched} order by position, webhook_id
    on conflict do nothing`;
}

/** Events of one webhook by their time of creation, in Unix milliseconds, both ends included. */
export type EventRange = {
  webhookId: string;
  from: number;
  to: number;
  /** Absent: all types that the webhook receives. */
  types?: readonly WebhookEventType[];
};

/** Counts the events that match the webhook's present settings and have no delivery. */
export async function countUndelivered(
  db: Pick<Database, "execute">,
  range: EventRange,
): Promise<number> {
  const { rows } = await db.execute(
    sql`select count(*)::integer as events from (${undelivered(range)}) u`,
  );
  return Number(rows[0]?.["events"]);
}

/**
 * Makes the deliveries of these events, at most `limit`, oldest first. If they include everything
 * that the lane counted as skipped, that count becomes zero. Call it under the webhook's lock.
 * @returns the ids of the deliveries
 */
export async function deliverEvents(
  change: Pick<Database, "execute" | "update">,
  { now, limit, ...range }: EventRange & { now: number; limit: number },
): Promise<string[]> {
  const oldest = sql`(${undelivered(range)} order by position limit ${limit}) u`;
  const { rows } = await change.execute(sql`${insertDeliveries(oldest, now)} returning id`);
  const isAll = range.types === undefined && rows.length < limit;
  const { dueAt, room, skipped, skippedFrom, skippedTo } = webhookLanes;
  const isCovered = sql`${isAll} and ${skippedFrom} >= ${range.from}::bigint and ${skippedTo} <= ${range.to}::bigint`;
  await change
    .update(webhookLanes)
    .set({
      ...(rows.length > 0 && { dueAt: sql`least(${dueAt}, ${now}::bigint)` }),
      room: sql`greatest(0, ${room} - ${rows.length})`,
      skipped: sql`case when ${isCovered} then 0 else ${skipped} end`,
      skippedFrom: sql`case when ${isCovered} then null else ${skippedFrom} end`,
      skippedTo: sql`case when ${isCovered} then null else ${skippedTo} end`,
    })
    .where(eq(webhookLanes.webhookId, range.webhookId));
  return rows.map((row) => String(row["id"]));
}

/** Leaves out events that are not fanned out yet, because their deliveries follow. */
function undelivered({ webhookId, from, to, types }: EventRange): SQL {
  const ofTypes =
    types === undefined
      ? sql`true`
      : sql`type in (select jsonb_array_elements_text(${JSON.stringify(types)}::jsonb))`;
  const events = sql`(
    select * from ${webhookEvents} where is_fanned_out
      and created_at between ${from}::bigint and ${to}::bigint and ${ofTypes})`;
  const receiver = sql`(select * from ${webhooks} where id = ${webhookId})`;
  return withoutDelivery(matching(events, receiver));
}

/** The id of an event's delivery to a webhook: 96 bits of a hash. */
function idOf(webhookId: SQL, dedupKey: SQL): SQL {
  return sql`'wh_evt_' || left(encode(sha256((${webhookId} || ${dedupKey})::bytea), 'hex'), 24)`;
}
