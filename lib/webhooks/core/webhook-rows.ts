/** Rows of webhooks, and what their owner reads of them. */
import "server-only";
import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { config } from "#lib/platform/config.ts";
import type { Database } from "#lib/platform/db/client.ts";
import {
  webhookDeliveries,
  webhookLanes,
  webhookSecrets,
  webhooks,
} from "#lib/platform/db/schema/webhooks.ts";
import { ServiceError } from "#lib/platform/errors.ts";
import { MOST_ATTEMPTS } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import { waitAfter } from "./schedule.ts";
import { isLive } from "./secrets.ts";
import { targetOf } from "./webhook-targets.ts";

const DAY_MS = 86_400_000;

export type WebhookRow = typeof webhooks.$inferSelect;

/** @throws WEBHOOK_NOT_FOUND, also for another account's */
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
 * The same, with its lane locked: no delivery is claimed or settled until the transaction ends. Call it after the account was
 * locked.
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

/** In the order of their registration. */
export async function rowsOf(db: Pick<Database, "select">, userId: string): Promise<WebhookRow[]> {
  return db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

export async function shownWebhooks(
  db: Pick<Database, "select">,
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
      events: row.events,
      filter: row.filter,
      status: row.status,
      pause: pause && {
        reason: pause.reason,
        at: moment(pause.at),
        delivery_id: pause.delivery_id,
        last_error: pause.last_error,
        note: pause.note ?? null,
      },
      will_pause_at: row.status === "active" ? momentOrNull(backlog?.willPauseAt) : null,
      secrets: secrets
        .filter(({ webhookId }) => webhookId === row.id)
        .map(({ id, createdAt, retiresAt }) => ({
          id,
          created_at: moment(createdAt),
          retires_at: momentOrNull(retiresAt),
        })),
      max_per_second: row.maxPerSecond,
      target: targetOf(row.url),
      waiting: backlog?.count ?? 0,
      oldest_waiting_at: momentOrNull(backlog?.oldest),
      skipped: skipped.get(row.id) ?? null,
      dead: ended.get(row.id)?.unsent ?? 0,
      last_24h: {
        delivered: ended.get(row.id)?.delivered ?? 0,
        dead: ended.get(row.id)?.dead ?? 0,
        failing: backlog?.failing ?? 0,
      },
      created_at: moment(row.createdAt),
    };
  });
}

type Backlog = {
  count: number;
  failing: number;
  oldest: number | null;
  willPauseAt: number | null;
};

async function waitingOf(
  db: Pick<Database, "select">,
  ids: readonly string[],
): Promise<Map<string, Backlog>> {
  const { webhookId, state, eventAt, attempt, dueAt, isLive: live } = webhookDeliveries;
  // What the remaining attempts of a delivery wait at least, if all of them fail.
  const left = sql.join(
    Array.from({ length: MOST_ATTEMPTS - 1 }, (_, place) => {
      const done = place + 1;
      return sql`when ${done} then ${restOfWaits(done)}`;
    }),
    sql` `,
  );
  const last = sql<
    string | null
  >`min(case when ${live} and ${attempt} between 1 and ${MOST_ATTEMPTS - 1}
    then ${dueAt} + (case ${attempt} ${left} else 0 end) end)`;
  const rows = await db
    .select({
      webhookId,
      count: sql<string>`count(*)`,
      failing: sql<string>`count(*) filter (where ${attempt} > 0 and ${state} = 'pending')`,
      oldest: sql<string | null>`min(${eventAt})`,
      last,
    })
    .from(webhookDeliveries)
    .where(and(inArray(webhookId, [...ids]), inArray(state, ["pending", "sending"])))
    .groupBy(webhookId);
  return new Map(
    rows.map((row) => [
      row.webhookId,
      {
        count: Number(row.count),
        failing: Number(row.failing),
        oldest: row.oldest === null ? null : Number(row.oldest),
        willPauseAt: row.last === null ? null : Number(row.last),
      },
    ]),
  );
}

/** Milliseconds from the attempt after `done` to the last one, if each fails at once. */
function restOfWaits(done: number): number {
  const { webhookScheduleDivisor: divisor } = config();
  let rest = 0;
  for (let attempt = done + 1; attempt < MOST_ATTEMPTS; attempt += 1) {
    rest += waitAfter(attempt, { divisor });
  }
  return rest;
}

/** Only of lanes that left events out. */
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
      { events: row.skipped, from: moment(row.skippedFrom ?? 0), to: moment(row.skippedTo ?? 0) },
    ]),
  );
}

type Ended = { delivered: number; dead: number; unsent: number };

async function endedOf(
  db: Pick<Database, "select">,
  ids: readonly string[],
  now: number,
): Promise<Map<string, Ended>> {
  const { webhookId, state, endedAt, isLive: live } = webhookDeliveries;
  const lastDay = await db
    .select({
      webhookId,
      delivered: sql<string>`count(*) filter (where ${state} = 'delivered')`,
      dead: sql<string>`count(*) filter (where ${state} = 'dead')`,
    })
    .from(webhookDeliveries)
    .where(and(inArray(webhookId, [...ids]), gt(endedAt, now - DAY_MS)))
    .groupBy(webhookId);
  const dead = await db
    .select({ webhookId, unsent: sql<string>`count(*)` })
    .from(webhookDeliveries)
    .where(and(inArray(webhookId, [...ids]), eq(state, "dead"), eq(live, true), isNotReplayed()))
    .groupBy(webhookId);
  const unsent = new Map(dead.map((row) => [row.webhookId, Number(row.unsent)]));
  const ended = new Map(lastDay.map((row) => [row.webhookId, row]));
  return new Map(
    ids.map((id) => [
      id,
      {
        delivered: Number(ended.get(id)?.delivered ?? 0),
        dead: Number(ended.get(id)?.dead ?? 0),
        unsent: unsent.get(id) ?? 0,
      },
    ]),
  );
}

/** Of a delivery in the query: it has no replay. */
export function isNotReplayed() {
  return sql`not exists (select 1 from ${webhookDeliveries} r where r.replay_of = ${webhookDeliveries.id})`;
}

export function moment(at: number): string {
  return new Date(at).toISOString();
}

export function momentOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : moment(at);
}
