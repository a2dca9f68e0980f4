/** Makes a delivery of each new event for each webhook that wants it, also for paused ones. */
import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import {
  insertDeliveries,
  matching,
  withoutDelivery,
} from "#lib/webhooks/core/event-deliveries.ts";
import { webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";

const MAX_EVENTS = 100;
/** Events for all accounts in one step, because each can make a delivery for every webhook. */
const MAX_OF_ALL = 2;
/** After this time a lane without room counts again: counting 100,000 rows takes some 20 ms. */
const RECOUNT_MS = 1_000;

/**
 * One statement, so that one replica fans an event out completely or not at all. It locks in the
 * usual order: webhooks, then lanes. Webhooks that were deleted meanwhile are left out.
 * @param most waiting deliveries of a webhook; further events are only counted
 * @returns how many events were taken
 */
export async function fanOutEvents(
  db: Pick<Database, "execute">,
  now: number,
  most: number = WEBHOOK_LIMITS.waiting,
): Promise<number> {
  const { rows } = await db.execute(sql`
    with locked as (
      select * from ${webhookEvents} where not is_fanned_out
      order by position limit ${MAX_EVENTS} for update skip locked
    ), taken as (
      select * from (
        select *, count(*) filter (where user_id is null) over (order by position) as of_all
        from locked
      ) counted where of_all <= ${MAX_OF_ALL}
    ), matched as (
      select *, row_number() over (partition by webhook_id order by position) as place
      from (${withoutDelivery(matching(sql`taken`))}) found
    ), held as (
      select id from ${webhooks} where id in (select webhook_id from matched)
      order by id for key share
    ), lanes as (
      select webhook_id, room, counted_at from ${webhookLanes}
      where webhook_id in (select id from held) order by webhook_id for update
    ), rooms as (${roomOfLanes(now, most)}
    ), made as (
      ${insertDeliveries(sql`matched join rooms using (webhook_id) where place <= room`, now)}
      returning webhook_id
    ), moved as (${moveLanes(now)}
    ), marked as (
      update ${webhookEvents} e set is_fanned_out = true from taken where e.position = taken.position
    )
    select position from taken`);
  return rows.length;
}

/**
 * A running count of waiting deliveries would have to be updated by every statement that ends or
 * adds one, and one mistake would make it wrong for ever. So a lane stores how much room it had at
 * the last count, and counts again when that is used up.
 */
function roomOfLanes(now: number, most: number): SQL {
  return sql`
      select webhook_id, is_counted, case when is_counted then greatest(0, ${most}::integer - (
          select count(*) from (
            select 1 from ${webhookDeliveries} d
            where d.webhook_id = asked.webhook_id and d.state = 'pending' limit ${most}
          ) waiting
        ) - (
          select count(*) from ${webhookDeliveries} d
          where d.webhook_id = asked.webhook_id and d.state = 'sending'
        )) else room end as room
      from (
        select webhook_id, lanes.room,
          count(*) > lanes.room and lanes.counted_at <= ${now - RECOUNT_MS}::bigint as is_counted
        from lanes join matched using (webhook_id)
        group by webhook_id, lanes.room, lanes.counted_at
      ) asked`;
}

function moveLanes(now: number): SQL {
  return sql`
      update ${webhookLanes} l set
        due_at = case when sums.made > 0 then least(l.due_at, ${now}::bigint) else l.due_at end,
        room = greatest(0, sums.room - sums.made),
        counted_at = case when is_counted then ${now}::bigint else l.counted_at end,
        skipped = l.skipped + sums.skipped,
        skipped_from = least(l.skipped_from, sums.skipped_from),
        skipped_to = greatest(l.skipped_to, sums.skipped_to)
      from (
        select webhook_id, rooms.room, is_counted,
          (select count(*) from made where made.webhook_id = rooms.webhook_id)::integer as made,
          count(*) filter (where place > rooms.room) as skipped,
          min(created_at) filter (where place > rooms.room) as skipped_from,
          max(created_at) filter (where place > rooms.room) as skipped_to
        from rooms join matched using (webhook_id)
        group by webhook_id, rooms.room, is_counted
      ) sums where l.webhook_id = sums.webhook_id`;
}
