/** The state of a simulated service: its database, two workers that deliver, and the model of both. */
import { sql } from "drizzle-orm";
import type { Chance } from "#lib/kernel/random.testing.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { webhookEvents, webhooks } from "#lib/platform/schema/events.ts";
import { users } from "#lib/platform/schema/users.ts";
import type { Claimed } from "#lib/webhooks/engine/claim-deliveries.ts";
import { webhookAttempts, webhookDeliveries, webhookLanes } from "#lib/webhooks/schema/webhooks.ts";
import { Broken, LEASE, type WebhookModel } from "./model.ts";
import { earliestWorkTime, type ModelWebhook } from "./model-rows.ts";

export type WebhookWorld = {
  db: Database;
  chance: Chance;
  model: WebhookModel;
  /** Unix milliseconds. */
  now: number;
  /** Deliveries that each worker has claimed and not settled. */
  workers: [Claimed[], Claimed[]];
  /** Claims of workers that ended, or seemed to have ended. */
  lost: Claimed[];
  /** Accounts, with the last committed cause of each. */
  causes: Map<string, number>;
  /** The bytes that the first attempt of each delivery sent. */
  bodies: Map<string, string>;
  /** Webhooks whose receivers fail. */
  down: Set<string>;
  /** Numbers the subjects of events. */
  count: number;
};

export const EVENT_TYPES = ["agentic.intent", "agentic.executed", "swap.confirmed"] as const;

export function anyWebhook({ chance, model }: WebhookWorld): ModelWebhook {
  return chance.pick([...model.webhooks.values()]);
}

type Row = Record<string, unknown>;
type Tables = Record<"deliveries" | "attempts" | "events" | "lanes" | "causes", Row[]>;

/** Checks every guarantee against the database after a step. @throws Broken */
export async function check(world: WebhookWorld): Promise<void> {
  const tables = await readTables(world.db);
  checkEvents(world, tables);
  checkDeliveries(world, tables);
  checkAttempts(world, tables);
  for (const lane of tables.lanes) checkLane(world, lane);
  agree("webhooks", tables.lanes.length, world.model.webhooks.size);
}

/** One statement, so that it sees no transaction in part. */
async function readTables(db: Database): Promise<Tables> {
  const { rows } = await db.execute(sql`
    select
      (select json_agg(d order by position) from ${webhookDeliveries} d) as deliveries,
      (select json_agg(a) from (
        select delivery_id, number, claim, due_at, started_at, ended_at, failure from ${webhookAttempts}) a) as attempts,
      (select json_agg(e) from ${webhookEvents} e) as events,
      (select json_agg(l) from (select l.*, w.status, w.user_id, w.pause->>'reason' as reason
        from ${webhookLanes} l join ${webhooks} w on w.id = l.webhook_id) l) as lanes,
      (select json_agg(u) from (
        select id, (extract(epoch from created_at) * 1000)::bigint as cause from ${users}) u) as causes`);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, (value as Row[] | null) ?? []]),
  ) as Tables;
}

/** @throws Broken */
export function agree(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Broken(`${what} is ${is}, and by the model ${should}`);
}

/** An event exists if and only if its cause is committed. */
function checkEvents({ model, causes }: WebhookWorld, tables: Tables): void {
  for (const { id, cause } of tables.causes)
    agree(`cause of ${String(id)}`, cause, causes.get(String(id)));
  agree("events", tables.events.length, model.events.size);
  for (const row of tables.events) {
    const event = model.events.get(String(row["dedup_key"]));
    agree(
      `event ${String(row["dedup_key"])}`,
      [
        row["type"],
        row["user_id"],
        row["created_at"],
        row["is_fanned_out"],
        row["data"],
        row["about"],
      ],
      event && [
        event.type,
        event.userId,
        event.createdAt,
        event.isFannedOut,
        event.data,
        event.about ?? null,
      ],
    );
  }
}

/**
 * Each match has one delivery, in the state that its attempts led to. A webhook's deliveries are in
 * order.
 */
function checkDeliveries({ model }: WebhookWorld, tables: Tables): void {
  agree("deliveries", tables.deliveries.length, model.deliveries.size);
  const rows = new Map(tables.deliveries.map((row) => [row["id"], row]));
  const last = new Map<string, number>();
  for (const one of model.deliveries.values()) {
    const row: Row = rows.get(one.id) ?? {};
    one.position = Number(row["position"]);
    agree(
      `delivery ${one.id}`,
      COLUMNS.map((column) => row[column]),
      [
        [one.webhookId, one.type, one.dedupKey, one.eventAt, one.data, one.isLive, one.replayOf],
        [
          one.state,
          one.attempt,
          one.dueAt,
          one.claim,
          one.leaseUntil,
          one.lost,
          one.endedAt,
          one.createdAt,
        ],
      ].flat(),
    );
    if (!one.isLive || one.replayOf !== null) continue;
    const before = last.get(one.webhookId) ?? 0;
    if (before > one.position)
      throw new Broken("deliveries of a webhook are made in the order of the events");
    last.set(one.webhookId, one.position);
  }
}

const COLUMNS =
  "webhook_id type dedup_key event_at data is_live replay_of state attempt due_at claim lease_until lost ended_at created_at".split(
    " ",
  );

function checkAttempts({ model }: WebhookWorld, tables: Tables): void {
  agree("attempts", tables.attempts.length, model.attempts.size);
  for (const row of tables.attempts) {
    const key = `${String(row["delivery_id"])} ${String(row["number"])} ${String(row["claim"])}`;
    const one = model.attempts.get(key);
    agree(
      `attempt ${key}`,
      [row["due_at"], row["started_at"], row["ended_at"], row["failure"]],
      one && [one.dueAt, one.startedAt, one.endedAt, one.failure],
    );
  }
}

function checkLane({ model, now }: WebhookWorld, row: Row): void {
  const id = String(row["webhook_id"]);
  const webhook: Partial<ModelWebhook> = model.webhooks.get(id) ?? {};
  agree(
    `lane ${id}`,
    [row["is_open"], row["is_slow"], row["skipped"], row["skipped_from"], row["skipped_to"]],
    [webhook.isOpen, webhook.isSlow, webhook.skipped, webhook.skippedFrom, webhook.skippedTo],
  );
  agree(`status of ${id}`, row["status"], webhook.isOpen === true ? "active" : "paused");
  agree(`pause of ${id}`, row["reason"] === null, webhook.isOpen);
  const ours = model.of(id);
  const due = row["due_at"] === null ? Number.POSITIVE_INFINITY : Number(row["due_at"]);
  if (due > earliestWorkTime(ours)) throw new Broken(`lane ${id} is due later than its work`);
  if (Number(row["free_at"]) > now + LEASE)
    throw new Broken(`lane ${id} rests for longer than a lease`);
  const live = ours.filter(
    ({ state, leaseUntil }) => state === "sending" && (leaseUntil ?? 0) > now,
  );
  if (live.length > 16) throw new Broken(`webhook ${id} has more attempts at a time than it may`);
}
