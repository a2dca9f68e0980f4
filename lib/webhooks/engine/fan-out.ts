/** Makes a delivery of each new event for each webhook that wants it, also for paused ones. */
import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import {
  webhookDeliveries,
  webhookEvents,
  webhookLanes,
  webhooks,
} from "#lib/platform/db/schema/webhooks.ts";

const MOST_EVENTS = 100;

/**
 * One statement, so that an event is fanned out by one replica, wholly or not at all. The id of a delivery follows from
 * webhook and event.
 * @returns how many events were taken
 */
export async function fanOut(db: Pick<Database, "execute">, now: number): Promise<number> {
  const { rows } = await db.execute(sql`
    with taken as (
      select * from ${webhookEvents} where not is_fanned_out
      order by position limit ${MOST_EVENTS} for update skip locked
    ), matched as (
      select w.id as webhook_id, e.type, e.dedup_key, e.created_at, e.data, e.position
      from taken e join ${webhooks} w
        on (e.user_id is null or w.user_id = e.user_id)
        and w.created_at <= e.created_at
        and w.id is distinct from e.about
        and w.events ? e.type
        and (e.assets is null or w.filter->'assets' is null or exists (
          select 1 from jsonb_array_elements_text(e.assets) as asset where w.filter->'assets' ? asset))
        and (e.conviction is null or w.filter->'min_conviction' is null
          or e.conviction >= (w.filter->>'min_conviction')::double precision)
    ), made as (
      insert into ${webhookDeliveries}
        (id, webhook_id, type, dedup_key, event_at, data, is_live, state, attempt, due_at, created_at)
      select 'wh_evt_' || left(encode(sha256((webhook_id || dedup_key)::bytea), 'hex'), 24),
        webhook_id, type, dedup_key, created_at, data, true, 'pending', 0, ${now}::bigint, ${now}::bigint
      from matched order by position
      on conflict do nothing
      returning webhook_id
    ), lanes as (
      select webhook_id from ${webhookLanes}
      where webhook_id in (select webhook_id from made) order by webhook_id for update
    ), woken as (
      update ${webhookLanes} l set due_at = least(l.due_at, ${now}::bigint)
      from lanes where l.webhook_id = lanes.webhook_id
    ), told as (
      update ${webhookEvents} e set is_fanned_out = true from taken where e.position = taken.position
    )
    select position from taken`);
  return rows.length;
}
