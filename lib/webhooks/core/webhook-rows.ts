/** Rows of webhooks, and the form in which their owner reads them. */
import { DAY_MS } from "#lib/protocol/durations.ts";
import "server-only";
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { config } from "#lib/platform/config/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { classifyTarget } from "#lib/platform/outbound/webhook-targets.ts";
import { webhooks } from "#lib/platform/schema/events.ts";
import { MAX_ATTEMPTS } from "#lib/protocol/webhook-retry-schedule.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import {
  webhookAttempts,
  webhookDeliveries,
  webhookLanes,
  webhookSecrets,
} from "#lib/webhooks/schema/webhooks.ts";
import { attemptErrorSql } from "./attempt-error.ts";
import { waitAfter } from "./retry-wait.ts";
import { isLive } from "./secrets.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

/** @throws WEBHOOK_NOT_FOUND, also for another account's webhook */
export async function findWebhook(
  db: Pick<Database, "select">,
  { userId, id }: { userId: string; id: string },
): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, userId)));
  if (row === undefined) throw new ServiceError("WEBHOOK_NOT_FOUND");
  return row;
}

/**
 * Finds the webhook and locks its lane: no delivery is claimed or settled until the transaction
 * ends. Call it under the account's lock.
 */
export async function lockWebhook(
  change: Pick<Database, "select">,
  which: { userId: string; id: string },
): Promise<WebhookRow> {
  const row = await findWebhook(change, which);
  await change
    .select({ id: webhookLanes.webhookId })
    .from(webhookLanes)
    .where(eq(webhookLanes.webhookId, row.id))
    .for("update");
  return row;
}

/** In order of registration. */
export async function findWebhookRows(
  db: Pick<Database, "select">,
  userId: string,
): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function shownWebhooks(
  db: Pick<Database, "select" | "execute">,
  rows: readonly WebhookRow[],
  now: number,
): Promise<Webhook[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const secrets = await db
    .select()
    .from(webhookSecrets)
    .where(and(inArray(webhookSecrets.webhookId, ids), isLive(now)))
    .orderBy(desc(webhookSecrets.createdAt), desc(webhookSecrets.id));
  const waiting = await waitingOf(db, ids);
  const ended = await endedOf(db, ids, now);
  const skipped = await skippedOf(db, ids);
  return rows.map((row) => {
    const { pause } = row;
    const backlog = waiting.get(row.id);
    return {
      id: row.id,
      url: row.url,
      name: row.name,
      format: row.format,
      headers: row.headers.map(({ name, at }) => ({ name, set_at: isoTime(at) })),
      receiver_may_stop: row.receiverMayStop,
      events: row.events,
      filter: row.filter,
      status: row.status,
      pause: pause && {
        reason: pause.reason,
        at: isoTime(pause.at),
        delivery_id: pause.delivery_id,
        last_error: pause.last_error,
        note: pause.note ?? null,
      },
      will_pause_at: row.status === "active" ? momentOrNull(backlog?.willPauseAt) : null,
      secrets: secrets
        .filter(({ webhookId }) => webhookId === row.id)
        .map(({ id, createdAt, retiresAt }) => ({
          id,
          created_at: isoTime(createdAt),
          retires_at: momentOrNull(retiresAt),
        })),
      max_per_second: row.maxPerSecond,
      target: classifyTarget(row.url),
      waiting: backlog?.count ?? 0,
      oldest_waiting_at: momentOrNull(backlog?.oldest),
      skipped: skipped.get(row.id) ?? null,
      dead: ended.get(row.id)?.unsent ?? 0,
      last_24h: {
        delivered: ended.get(row.id)?.delivered ?? 0,
        dead: ended.get(row.id)?.dead ?? 0,
        failing: backlog?.failing ?? 0,
        last_error: ended.get(row.id)?.error ?? null,
      },
      created_at: isoTime(row.createdAt),
    };
  });
}

type Backlog = {
  count: number;
  failing: number;
  oldest: number;
  willPauseAt: number | null;
};

/** Two queries, because waiting deliveries and those under way have an index each. */
async function waitingOf(
  db: Pick<Database, "execute">,
  ids: readonly string[],
): Promise<Map<string, Backlog>> {
  // The least time until the last attempt, if all remaining attempts fail.
  const left = sql.join(
    Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => {
      const done = index + 1;
      return sql`when ${done} then ${restOfWaits(done)}::bigint`;
    }),
    sql` `,
  );
  // An attempt under way has not failed.
  const of = (state: "pending" | "sending") => sql`
    select webhook_id, state, due_at, event_at, is_live,
      ${state === "pending" ? sql`attempt` : sql`attempt - 1`} as failed
    from ${webhookDeliveries}
    where state = ${sql.raw(`'${state}'`)}
      and webhook_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const { rows } = await db.execute(sql`
    select webhook_id, count(*)::integer as count, min(event_at) as oldest,
      count(*) filter (where state = 'pending' and failed > 0)::integer as failing,
      min(due_at + case failed ${left} end) filter (
        where is_live and failed between 1 and ${MAX_ATTEMPTS - 1}) as last
    from (${of("pending")} union all ${of("sending")}) open
    group by webhook_id`);
  return new Map(
    rows.map((row) => [
      String(row["webhook_id"]),
      {
        count: Number(row["count"]),
        failing: Number(row["failing"]),
        oldest: Number(row["oldest"]),
        willPauseAt: row["last"] === null ? null : Number(row["last"]),
      },
    ]),
  );
}

/** Milliseconds from the attempt after `done` to the last one, if each fails at once. */
function restOfWaits(done: number): number {
  const { webhookScheduleDivisor: divisor } = config();
  let rest = 0;
  for (let attempt = done + 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    rest += waitAfter(attempt, { divisor });
  }
  return rest;
}

/** Only lanes that skipped events have an entry. */
async function skippedOf(
  db: Pick<Database, "select">,
  ids: readonly string[],
): Promise<Map<string, NonNullable<Webhook["skipped"]>>> {
  const { webhookId, skipped, skippedFrom, skippedTo } = webhookLanes;
  const rows = await db
    .select({ webhookId, skipped, skippedFrom, skippedTo })
    .from(webhookLanes)
    .where(and(inArray(webhookId, [...ids]), gt(skipped, 0)));
  return new Map(
    rows.map((row) => [
      row.webhookId,
      { events: row.skipped, from: isoTime(row.skippedFrom ?? 0), to: isoTime(row.skippedTo ?? 0) },
    ]),
  );
}

/** The figures of a day use this many of the newest deliveries; a busy webhook has more. */
const NEWEST = 1_000;

type Ended = { delivered: number; dead: number; unsent: number; error: string | null };

async function endedOf(
  db: Pick<Database, "execute">,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Ended>> {
  const { rows } = await db.execute(sql`
    select ids.id, recent.delivered, recent.dead, unsent.count as unsent, last.error
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as ids(id)
    cross join lateral (
      select count(*) filter (where state = 'delivered')::integer as delivered,
        count(*) filter (where state = 'dead')::integer as dead,
        (array_agg(id order by position desc) filter (where state <> 'delivered'))[1] as failed
      from (
        select id, position, state, attempt, ended_at from ${webhookDeliveries} d
        where d.webhook_id = ids.id order by position desc limit ${NEWEST}
      ) newest
      where ended_at > ${now - DAY_MS}::bigint or (state = 'pending' and attempt > 0)
    ) recent
    left join lateral (
      select ${attemptErrorSql(sql`a`)} as error from ${webhookAttempts} a
      where a.delivery_id = recent.failed and a.failure is not null
      order by a.number desc, a.ended_at desc limit 1
    ) last on true
    cross join lateral (
      select count(*)::integer as count from ${webhookDeliveries} d
      where d.webhook_id = ids.id and d.state = 'dead' and d.is_live
        and ${isNotReplayed(sql`d`)}
    ) unsent`);
  return new Map(
    rows.map((row) => [
      String(row["id"]),
      {
        delivered: Number(row["delivered"]),
        dead: Number(row["dead"]),
        unsent: Number(row["unsent"]),
        error: typeof row["error"] === "string" ? row["error"] : null,
      },
    ]),
  );
}

/** A condition on a delivery: no later replay of it exists. */
export function isNotReplayed(d: SQL = sql`${webhookDeliveries}`): SQL {
  return sql`not exists (
    select 1 from ${webhookDeliveries} r
    where r.replay_of = coalesce(${d}.replay_of, ${d}.id) and r.position > ${d}.position)`;
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function momentOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}
